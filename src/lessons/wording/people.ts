import type { ClaimGroup } from '../claim-group.ts';
import { isBy } from '../history.ts';
import { usersOf } from '../joining/rejections.ts';
import type { Wording } from '../lesson-words.ts';
import { code, countSessions, derive, type Quotable, quotable, quote, say } from '../quotable.ts';
import { findMatches } from '../trigger.ts';

/**
 * Words the lesson about a command that the user refuses: show it, do not run it. Believed only when it was refused at least
 * three times and more often than accepted: one refusal steers one decision.
 */
export const wordRejection: Wording = (group, history) => {
  const general = quotable(group.claims.at(-1)?.wrong, 80);
  const action = general && narrowest(group, general);
  if (!action) return undefined;
  if (group.occurrences < 3) return undefined;
  const rule = quote`Bash(${derive(action, (text) => text.replaceAll(' -', ' * -'))} *)`;
  const users = usersOf(group.claims);
  const letThrough = [...findMatches(rule, history)].filter(
    (deed) => deed.outcome !== 'refused' && isBy(users, deed.user),
  );
  const accepted = new Set(letThrough.map((deed) => deed.call)).size;
  if (accepted * 2 > group.occurrences) return undefined;
  return {
    kind: 'preference',
    reach: 'user',
    against: [action],
    title: say`Show ${code(action)}, do not run it: the user refused it ${group.occurrences} times`,
    guidance: say`Do not run ${code(action)}: show the command and let the user run it (refused ${group.occurrences} of ${group.occurrences + accepted} times).`,
    pattern: say`The user refused ${code(action)} ${group.occurrences} times in ${countSessions(group.sessions)}.`,
    scope: [],
    rule,
    // That colleagues allow it says nothing.
    oftenWorks: true,
  };
};

/**
 * Returns only what was refused: the whole command if it was the same each time, otherwise the action with the flags that all
 * had.
 */
function narrowest(group: ClaimGroup, general: Quotable): Quotable {
  const texts = new Set(group.claims.map((claim) => claim.facts?.text));
  const [only] = texts;
  const whole = texts.size === 1 ? quotable(only, 60) : undefined;
  if (whole) return whole;
  const [first, ...others] = group.claims.map(
    (claim) => claim.failure.command?.flags ?? flagsOf(claim.facts?.text ?? ''),
  );
  const shared = (first ?? []).filter((flag) => others.every((flags) => flags.includes(flag)));
  return quotable([general, ...shared].join(' '), 80) ?? general;
}

function flagsOf(text: string): string[] {
  return text.split(' ').filter((word) => /^--?[a-zA-Z][\w-]*$/.test(word));
}

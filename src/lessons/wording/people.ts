import { code, quotable, type Wording } from '../draft.ts';

/**
 * A command the user refuses: show it, do not run it. Believed only when it was refused at least three times and more often than it
 * was accepted: one refusal steers one decision.
 */
export const wordRejection: Wording = (group, history) => {
  const action = quotable(group.claims.at(-1)?.wrong, 80);
  if (!action) return undefined;
  const program = action.split(' ', 1)[0] ?? action;
  const accepted = new Set(
    history
      .deedsOf(program)
      .filter((deed) => deed.signature === action && deed.outcome !== 'refused')
      .map((deed) => deed.call),
  );
  if (group.occurrences < 3 || accepted.size > group.occurrences / 2) return undefined;
  return {
    kind: 'preference',
    reach: 'user',
    title: `Show ${code(action)}, do not run it: the user refused it ${group.occurrences} times`,
    guidance: `Do not run ${code(action)}: show the command and let the user run it (refused ${group.occurrences} of ${group.occurrences + accepted.size} times).`,
    pattern: `The user refused ${code(action)} ${group.occurrences} times in ${group.sessions} sessions.`,
    scope: [],
    rule: `Bash(${action}*)`,
  };
};

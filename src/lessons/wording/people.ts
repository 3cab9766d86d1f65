import { code, quotable, type Wording } from '../draft.ts';
import { acceptedCalls } from '../widen-rejections.ts';

/**
 * A command the user refuses: show it, do not run it. Believed only when it was refused at least three times and more often than it
 * was accepted: one refusal steers one decision.
 */
export const wordRejection: Wording = (group, history) => {
  const action = quotable(group.claims.at(-1)?.wrong, 80);
  if (!action) return undefined;
  if (group.occurrences < 3) return undefined;
  const accepted = acceptedCalls(action, history);
  if (accepted * 2 > group.occurrences) return undefined;
  return {
    kind: 'preference',
    reach: 'user',
    title: `Show ${code(action)}, do not run it: the user refused it ${group.occurrences} times`,
    guidance: `Do not run ${code(action)}: show the command and let the user run it (refused ${group.occurrences} of ${group.occurrences + accepted} times).`,
    pattern: `The user refused ${code(action)} ${group.occurrences} times in ${group.sessions} sessions.`,
    scope: [],
    rule: `Bash(${action} *)`,
  };
};

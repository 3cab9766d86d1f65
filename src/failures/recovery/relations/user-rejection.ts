import { type ShellCommand, signatureOf } from '../../../shell/index.ts';
import type { Claim } from '../claim.ts';
import { claim, type Relation, textOf } from '../relation.ts';

/**
 * The user refused a command. One refusal steers one decision; only the distilling step, which sees how often the same command was
 * accepted, can tell a preference. Refused edits and plans are feedback on their content.
 */
export const userRejection: Relation = {
  name: 'user-rejection',
  explain(step) {
    const { failure, parsed } = step;
    if (failure.kind !== 'user-rejected' || !parsed?.main) return [];
    return [claim(step, undefined, { relation: 'user-rejection', ...describeRefused(parsed.main) })];
  },
};

/** Returns the parts of a claim that describe the refused command. */
export function describeRefused(command: ShellCommand): Pick<Claim, 'key' | 'wrong' | 'facts'> {
  const action = signatureOf(command);
  return {
    key: action,
    wrong: asTyped(action, command),
    facts: { program: command.name, typed: command.program, text: textOf(command) },
  };
}

/**
 * Returns the action as typed, `./gradlew publish` rather than `gradlew publish`: a rule has to match it, and people recognise
 * it.
 */
function asTyped(action: string, command: ShellCommand): string {
  return action === command.name || action.startsWith(`${command.name} `)
    ? `${command.program}${action.slice(command.name.length)}`
    : action;
}

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

/** What a claim says of the command that was refused. */
export function describeRefused(command: ShellCommand): Pick<Claim, 'key' | 'wrong' | 'facts'> {
  const action = signatureOf(command);
  return {
    key: action,
    wrong: asTyped(action, command),
    facts: { program: command.name, typed: command.program, text: textOf(command) },
  };
}

/** `./gradlew publish` rather than `gradlew publish`: what a rule has to match, and what people recognise. */
function asTyped(action: string, command: ShellCommand): string {
  return action === command.name || action.startsWith(`${command.name} `)
    ? `${command.program}${action.slice(command.name.length)}`
    : action;
}

import { type ShellCommand, signatureOf } from '../../shell/index.ts';
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
    const action = signatureOf(parsed.main);
    return [
      claim(step, undefined, {
        relation: 'user-rejection',
        key: action,
        wrong: asTyped(action, parsed.main),
        facts: { program: parsed.main.name, typed: parsed.main.program, text: textOf(parsed.main) },
      }),
    ];
  },
};

/** `./gradlew publish` rather than `gradlew publish`: what a rule has to match, and what people recognise. */
function asTyped(action: string, command: ShellCommand): string {
  return action === command.name || action.startsWith(`${command.name} `)
    ? `${command.program}${action.slice(command.name.length)}`
    : action;
}

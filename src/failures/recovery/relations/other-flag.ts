import type { CommandChange, ShellCommand } from '../../shell/index.ts';
import { claim, type FailedStep, findRetry, headOf, type Relation, toolOf, typedNew } from '../relation.ts';
import type { ThreadView } from '../session-view.ts';

/** The program does not know a flag: another one, or none, was right. The error itself proves the flag wrong, so a fix is welcome but not needed. */
export const otherFlag: Relation = {
  name: 'other-flag',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || failure.kind !== 'bad-flag') return [];
    const tool = toolOf(failed);
    const flag = failure.subject ? typedFlag(failed, failure.subject) : droppedFlag(step, view, tool);
    if (!flag) return [];
    const retry = findRetry(step, view, ({ command }) => toolOf(command) === tool && !hasFlag(command, flag));
    const replacement = (retry && replacedBy(retry.difference.changes, flag)) ?? failure.suggestion;
    return [
      claim(step, retry?.step, {
        relation: 'other-flag',
        key: `${tool} ${flag}`,
        wrong: flag,
        ...(replacement && replacement !== flag ? { right: replacement } : {}),
        facts: { tool, form: formOf(failed, flag), head: failed.program === failed.name ? tool : headOf(failed) },
      }),
    ];
  },
};

/** An error that prints the usage and names nothing: the one flag that the next try left out. */
function droppedFlag(step: FailedStep, view: ThreadView, tool: string): string | undefined {
  const dropped = (change: CommandChange) => change.kind === 'flag-removed' || change.kind === 'flag-replaced';
  const retry = findRetry(step, view, ({ command, difference }) => {
    return toolOf(command) === tool && difference.changes.filter(dropped).length === 1 && difference.changes.length <= 2;
  });
  return retry?.difference.changes.find(dropped)?.old;
}

/** The flag as it was typed: the error may name `A` for `-A`, or `--stat` for `--stat=80`. */
function typedFlag(command: ShellCommand, subject: string): string | undefined {
  const bare = subject.replace(/^-+/, '').replace(/=.*/, '');
  if (bare === '') return undefined;
  const typed = command.flags.find((flag) => flag.replace(/^-+/, '') === bare);
  if (typed) return typed;
  // A cluster of short flags: `-lA` for an unknown `A`.
  return bare.length === 1 && command.flags.some((flag) => /^-[a-zA-Z]+$/.test(flag) && flag.includes(bare))
    ? `-${bare}`
    : undefined;
}

/** The word that a rule has to match: the flag, with whatever value is attached to it, or a cluster of short flags that holds it. */
function formOf(command: ShellCommand, flag: string): string {
  if (command.args.some((arg) => arg.startsWith(`${flag}=`))) return `${flag}=*`;
  return command.args.includes(flag) ? flag : `-*${flag.slice(1)}*`;
}

function hasFlag(command: ShellCommand, flag: string): boolean {
  if (command.flags.includes(flag)) return true;
  return /^-\w$/.test(flag) && command.flags.some((other) => /^-[a-zA-Z]+$/.test(other) && other.includes(flag.slice(1)));
}

/** What stands in the flag's place, where nothing else was changed: then it is what was meant. */
function replacedBy(changes: readonly CommandChange[], flag: string): string | undefined {
  const own = changes.filter((change) => change.kind !== 'redirect-changed');
  const [only] = own;
  if (own.length === 1 && only?.kind === 'flag-replaced' && only.old === flag) return typedNew(only);
  const added = own.find((change) => change.kind === 'flag-added');
  const removed = own.find((change) => change.kind === 'flag-removed' && change.old === flag);
  return own.length === 2 && added && removed ? typedNew(added) : undefined;
}

import { measureDistance } from '../../../shared/did-you-mean.ts';
import { type CommandChange, type ShellCommand, scriptFileOf } from '../../../shell/index.ts';
import { findKept, valueOfFlag } from '../kept-word.ts';
import { isUnderTest } from '../own-program.ts';
import { claim, type FailedStep, findRetry, type Relation, typedNew } from '../relation.ts';
import type { Step, ThreadView } from '../session-view.ts';
import { callOf, runsTool, toolOf, typedToolOf } from '../tool-names.ts';

/**
 * The program does not know a flag: another one, or none, was right. The error itself proves the flag wrong, so a fix is useful
 * but not required.
 */
export const otherFlag: Relation = {
  name: 'other-flag',
  explain(step, view) {
    const { failure, call } = step;
    const failed = failure.command;
    if (!failed || failure.kind !== 'bad-flag' || isUnderTest(failed)) return [];
    const flag = failure.subject ? typedFlag(failed, failure.subject) : droppedFlag(step, view, toolOf(failed));
    if (!flag) return [];
    const isProgramsOwn = standsBeforeScript(failed, flag);
    const tool = isProgramsOwn ? failed.name : toolOf(failed, call.output);
    const head = isProgramsOwn ? failed.program : typedToolOf(failed, call.output);
    const retry = findRetry(step, view, ({ command }) => runsTool(command, tool) && !hasFlag(command, flag));
    const replacement =
      (retry && replacedBy(retry.difference.changes, flag)) ??
      nearFlag(failure.suggestion, flag, failed, retry?.command);
    const kept = replacement === undefined ? keepsValue(step, failed, flag, view) : undefined;
    return [
      claim(step, kept?.step ?? retry?.step, {
        relation: 'other-flag',
        key: `${tool} ${flag}`,
        wrong: flag,
        ...(replacement && replacement !== flag ? { right: replacement } : kept ? { right: kept.right } : {}),
        facts: { tool, program: failed.name, form: formOf(failed, flag), head },
      }),
    ];
  },
};

/**
 * Finds the value of the refused flag given to another flag, or to the same flag of another sub-command: `list --head x` for
 * `view --head x`.
 */
function keepsValue(
  step: FailedStep,
  failed: ShellCommand,
  flag: string,
  view: ThreadView,
): { step: Step; right: string } | undefined {
  const value = valueOfFlag(failed, flag);
  const kept =
    value === undefined
      ? undefined
      : findKept(
          step,
          view,
          [value],
          (command) => command.name === failed.name && flagWith(command, value) !== undefined,
        );
  const other = kept && flagWith(kept.command, kept.word);
  if (!kept || other === undefined) return undefined;
  if (toolOf(kept.command) === toolOf(failed)) return other === flag ? undefined : { step: kept.step, right: other };
  return other === flag ? { step: kept.step, right: `${callOf(kept.command)} ${flag}` } : undefined;
}

function flagWith(command: ShellCommand, value: string): string | undefined {
  return command.flags.find((flag) => valueOfFlag(command, flag) === value);
}

/** Whether a flag precedes the script, and so belongs to the interpreter: `bun --check run.ts`. */
function standsBeforeScript(command: ShellCommand, flag: string): boolean {
  const script = scriptFileOf(command);
  const at = script === undefined ? -1 : command.args.findIndex((arg) => arg === script || arg.endsWith(`/${script}`));
  const flagAt = command.args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  return at >= 0 && flagAt >= 0 && flagAt < at;
}

/**
 * Returns the flag that a parser suggests. Parsers suggest similar spellings, whatever they mean, so the suggestion is believed
 * only if it is nearly the same word or was then used.
 */
function nearFlag(
  suggestion: string | undefined,
  flag: string,
  failed: ShellCommand,
  then: ShellCommand | undefined,
): string | undefined {
  if (suggestion === undefined || failed.flags.includes(suggestion)) return undefined;
  return then?.flags.includes(suggestion) || measureDistance(suggestion, flag) <= 2 ? suggestion : undefined;
}

/** Returns the only flag that the next attempt left out, for an error that prints the usage and names nothing. */
function droppedFlag(step: FailedStep, view: ThreadView, tool: string): string | undefined {
  const dropped = (change: CommandChange) => change.kind === 'flag-removed' || change.kind === 'flag-replaced';
  const retry = findRetry(step, view, ({ command, difference }) => {
    return runsTool(command, tool) && difference.changes.filter(dropped).length === 1 && difference.changes.length <= 2;
  });
  return retry?.difference.changes.find(dropped)?.old;
}

/** Returns the flag as typed: the error may name `A` for `-A`, or `--stat` for `--stat=80`. */
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

/** Returns the word that a rule has to match: the flag, with any attached value, or a cluster of short flags that contains it. */
function formOf(command: ShellCommand, flag: string): string {
  if (command.args.some((arg) => arg.startsWith(`${flag}=`))) return `${flag}=*`;
  return command.args.includes(flag) ? flag : `-*${flag.slice(1)}*`;
}

function hasFlag(command: ShellCommand, flag: string): boolean {
  if (command.flags.includes(flag)) return true;
  return (
    /^-\w$/.test(flag) && command.flags.some((other) => /^-[a-zA-Z]+$/.test(other) && other.includes(flag.slice(1)))
  );
}

/** Returns the replacement of the flag if nothing else was changed or it kept the value: then it is what was meant. */
function replacedBy(changes: readonly CommandChange[], flag: string): string | undefined {
  const own = changes.filter((change) => change.kind !== 'redirect-changed');
  const replaced = own.find((change) => change.kind === 'flag-replaced' && change.old === flag);
  const keptValue = replaced?.oldValue !== undefined && replaced.oldValue === replaced.newValue;
  // The value belongs to the call, not to the lesson.
  if (replaced && keptValue) return replaced.new;
  if (replaced && own.length === 1) return typedNew(replaced);
  const added = own.find((change) => change.kind === 'flag-added');
  const removed = own.find((change) => change.kind === 'flag-removed' && change.old === flag);
  return own.length === 2 && added && removed ? typedNew(added) : undefined;
}

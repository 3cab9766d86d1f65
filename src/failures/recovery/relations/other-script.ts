import { programs } from '../../../programs/index.ts';
import type { ScriptPurpose } from '../../../programs/program.ts';
import { measureDistance } from '../../../shared/did-you-mean.ts';
import type { CommandChange, ShellCommand } from '../../../shell/index.ts';
import { findKept } from '../kept-word.ts';
import { isUnderTest } from '../own-program.ts';
import { isSameFamily } from '../program-families.ts';
import { claim, findRetry, headOf, type Relation } from '../relation.ts';
import { toolOf } from '../tool-names.ts';

/**
 * A script, task, target or sub-command that does not exist. The error proves it; a later call or the error itself may name the
 * right one.
 */
export const otherScript: Relation = {
  name: 'other-script',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || !failure.subject || (failure.kind !== 'script-missing' && failure.kind !== 'bad-subcommand'))
      return [];
    const wrong = failure.subject;
    if (isUnderTest(failed)) return [];
    if (![failed.subcommand, ...failed.args].some((word) => word?.split(' ').includes(wrong))) return [];
    const retry = findRetry(
      step,
      view,
      ({ difference }) =>
        difference.changes.some((change) => isReplaced(change, wrong) && hasSameIntent(wrong, change.new ?? '')),
      (command) => isSameFamily(command.name, failed.name),
      () => true,
    );
    const replaced = retry?.difference.changes.find((change) => isReplaced(change, wrong))?.new;
    // With another package manager, the whole call is the answer.
    const right =
      retry && retry.command.name !== failed.name
        ? `${headOf(retry.command)} ${replaced}`
        : (replaced ?? nearWord(failure.suggestion, wrong));
    const kept =
      right === undefined
        ? findKept(step, view, [wrong], (command) => isRunOtherwise(command, failed, wrong))
        : undefined;
    return [
      claim(step, retry?.step ?? kept?.step, {
        relation: 'other-script',
        key: `${failed.name} ${wrong}`,
        wrong,
        ...(right && right !== wrong
          ? { right }
          : kept
            ? { right: [...kept.command.runner, failed.program, wrong].join(' ') }
            : {}),
        facts: { tool: toolOf(failed), program: failed.name, cause: failure.kind },
      }),
    ];
  },
};

/** Whether a command is the same program and sub-command through a runner that provides the missing part. */
function isRunOtherwise(command: ShellCommand, failed: ShellCommand, wrong: string): boolean {
  const verb = command.subcommand ?? command.args[0];
  return command.name === failed.name && verb === wrong && command.runner.join(' ') !== failed.runner.join(' ');
}

function isReplaced(change: CommandChange, wrong: string): boolean {
  return /^(?:script|subcommand|operand)-replaced$/.test(change.kind) && change.old === wrong;
}

/**
 * Whether another script is what the missing one was meant to be: it shares a word with it, or both are names for one thing. An
 * agent that ran the type check after a missing `lint` did something else.
 */
function hasSameIntent(wrong: string, then: string): boolean {
  const isAlike = (a: string) =>
    wordsOf(wrong).some((b) => a === b || (a.length > 2 && b.length > 2 && measureDistance(a, b) === 1));
  if (wordsOf(then).some(isAlike) || measureDistance(wrong, then) <= 2) return true;
  return intents.some(
    (names) => wordsOf(wrong).some((word) => names.has(word)) && wordsOf(then).some((word) => names.has(word)),
  );
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
}

/** Groups of names for scripts with the same purpose. */
const intents: readonly ReadonlySet<string>[] = [
  new Set(['lint', 'check', 'lintcheck', 'quality', ...programsFor('lint')]),
  new Set(['typecheck', 'types', ...programsFor('types')]),
  new Set(['format', 'fmt', 'fix', ...programsFor('format')]),
  new Set(['test', 'tests', 'spec', 'unit', ...programsFor('test')]),
  new Set(['dev', 'start', 'serve', 'server', 'watch', 'up']),
  new Set(['build', 'compile', 'bundle', 'assemble', 'package', 'dist']),
  new Set(['remove', 'rm', 'delete', 'del', 'unlink', 'uninstall']),
  new Set(['add', 'create', 'new', 'install', 'init']),
  new Set(['list', 'ls', 'show', 'view', 'get', 'info', 'status']),
];

function programsFor(purpose: ScriptPurpose): string[] {
  return programs.flatMap(({ names, scriptPurpose }) => (scriptPurpose === purpose ? names.split(' ') : []));
}

/**
 * Returns the suggestion of a parser if it is close enough. Parsers suggest similar spellings: `link` for `unlink` is the
 * opposite.
 */
function nearWord(suggestion: string | undefined, wrong: string): string | undefined {
  if (suggestion === undefined || wrong.endsWith(suggestion) || suggestion.endsWith(wrong)) return undefined;
  return measureDistance(suggestion, wrong) <= 2 ? suggestion : undefined;
}

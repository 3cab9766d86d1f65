import { pathsOf } from '../../../shell/index.ts';
import { resolveDirectory } from '../join-directory.ts';
import { claim, findRetry, isSameTool, type Relation, typedNew } from '../relation.ts';
import { callOf } from '../tool-names.ts';

/**
 * The same command works once a flag is added: `go test ./it` finds no files, `go test -tags=integration ./it` does. Only for
 * failures that concern how the command was called, never for red tests or findings that the flag would hide.
 */
export const missingFlag: Relation = {
  name: 'other-flag',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || failure.work || !kinds.has(failure.kind)) return [];
    const retry = findRetry(
      step,
      view,
      ({ difference }) => {
        const changes = difference.changes.filter((change) => change.kind !== 'redirect-changed');
        return changes.length === 1 && changes[0]?.kind === 'flag-added';
      },
      (command) =>
        isSameTool(command, failed) &&
        command.args.length > failed.args.length &&
        failed.args.every((arg) => command.args.includes(arg)),
    );
    const change = retry?.difference.changes.find((candidate) => candidate.kind === 'flag-added');
    const added = change && typedNew(change);
    if (!retry || !added || /^-(?:v|vv|x|h|-help|-verbose|-debug)\b/.test(added)) return [];
    const tool = callOf(failed);
    // The flag may be needed for this target only: the unit tests next to it run without it.
    const path =
      pathsOf(failed)[0] ?? failed.operands.find((operand) => /^\.{1,2}\//.test(operand))?.replace(/\/?\.\.\.$/, '');
    const target =
      path === undefined || tool.includes(path)
        ? undefined
        : view.roots.relative(path, resolveDirectory(step.call.cwd, failed.dir));
    return [
      claim(step, retry.step, {
        relation: 'other-flag',
        key: `${tool} ${target ?? ''} +${added}`,
        wrong: failed.source,
        right: added,
        because: failure.diagnostic,
        facts: { tool, added, ...(target ? { target } : {}) },
      }),
    ];
  },
};

const kinds = new Set([
  'bad-flag',
  'bad-argument',
  'module-missing',
  'permission',
  'other',
  'git-rejected',
  'no-match',
  'missing-argument',
  'no-terminal',
  'invalid-input',
  'network',
  'auth',
]);

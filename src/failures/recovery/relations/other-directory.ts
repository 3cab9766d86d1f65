import { signatureOf } from '../../../shell/index.ts';
import type { Claim } from '../claim.ts';
import { resolveDirectory } from '../join-directory.ts';
import { missingPaths } from '../missing-paths.ts';
import { claim, type FailedStep, findRetry, type Relation } from '../relation.ts';
import { after, type ThreadView } from '../session-view.ts';
import { knownPaths, touchedPaths } from '../touched.ts';

/**
 * The right command in the wrong directory. Three forms: a path relative to the root follows a `cd`; the shell was still in a
 * subfolder from an earlier `cd`, so that paths relative to the repository's root failed; or a command that only works in one
 * folder was run in another.
 */
export const otherDirectory: Relation = {
  name: 'other-directory',
  explain(step, view) {
    const { failure, call } = step;
    if (failure.kind !== 'wrong-cwd' && failure.kind !== 'file-missing') return [];
    if (staysInFolder(step, view)) {
      const folder = (call.cwd && view.roots.relative(call.cwd)) || '';
      return [
        claim(step, undefined, {
          relation: 'other-directory',
          key: 'shell-keeps-directory',
          wrong: folder,
          facts: { shape: 'stale-directory' },
        }),
      ];
    }
    return failure.kind === 'wrong-cwd' ? needsFolder(step, view) : standsBehindCd(step, view);
  },
};

/** Explains a path relative to the root after a `cd` in the same call: it works as soon as the `cd` is gone. */
function standsBehindCd(step: FailedStep, view: ThreadView): Claim[] {
  const { call, failure } = step;
  const folder = failure.command?.dir;
  if (!folder || failure.command?.name === 'cd' || call.cwd === undefined || view.roots.relative(call.cwd) !== '')
    return [];
  // A call that goes to the root and misses something there, or inspects another repository, was not misled by the folder.
  const entered = view.roots.relative(folder, call.cwd);
  if (!entered) return [];
  const typed = missingPaths(step, view).filter((path) => path.isRelative && !path.typed.startsWith('..'));
  const fix = after(view, step).find((later) => {
    if (later.outcome !== 'worked') return false;
    const programs = later.parsed?.commands.map((command) => command.program.replace(/^\.\//, '')) ?? [];
    const touched = [...touchedPaths(later, view.roots), ...programs];
    return typed.some((path) => touched.includes(path.typed));
  });
  if (!fix) return [];
  return [
    claim(step, fix, {
      relation: 'other-directory',
      key: 'path-behind-cd',
      wrong: entered,
      facts: { shape: 'behind-cd' },
    }),
  ];
}

/** Whether a relative path that exists relative to the root was tried from a subfolder in which the shell had been left. */
function staysInFolder(step: FailedStep, view: ThreadView): boolean {
  const { call, failure } = step;
  const folder = call.cwd === undefined ? undefined : view.roots.relative(call.cwd);
  if (!folder) return false;
  const known = knownPaths(view);
  const typed = failure.rule?.startsWith('go.')
    ? (failure.command?.operands ?? [])
    : missingPaths(step, view)
        .filter((path) => path.isRelative)
        .map((path) => path.typed);
  return typed.some((raw) => {
    const path = raw
      .replace(/^\.\//, '')
      .replace(/\/?\.\.\.$/, '')
      .replace(/\/+$/, '');
    if (path === '' || path.startsWith('..') || path.startsWith('/')) return false;
    return known.has(path) || folder === path || folder.endsWith(`/${path}`) || folder.startsWith(`${path}/`);
  });
}

/** Explains a command that then ran in the folder of its project file. */
function needsFolder(step: FailedStep, view: ThreadView): Claim[] {
  const failed = step.failure.command;
  if (!failed || failed.name === 'cd') return [];
  const signature = signatureOf(failed);
  const from = resolveDirectory(step.call.cwd, failed.dir);
  const retry = findRetry(step, view, ({ command, step: later }) => {
    return signatureOf(command) === signature && resolveDirectory(later.call.cwd, command.dir) !== from;
  });
  const right = retry && resolveDirectory(retry.step.call.cwd, retry.command.dir);
  const folder = right === undefined ? undefined : view.roots.relative(right);
  if (!retry || folder === undefined) return [];
  return [
    claim(step, retry.step, {
      relation: 'other-directory',
      key: `${signature} in ${folder || '.'}`,
      wrong: (from && view.roots.relative(from)) || '',
      right: folder,
      facts: { shape: 'needs-directory', run: signature },
    }),
  ];
}

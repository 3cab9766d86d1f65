import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCheckout } from '../../sessions/projects/git-folder.ts';
import { isInside } from '../../shared/files.ts';
import { type CodePlace, findOrigin } from './source-map.ts';

/** Returns where one of our functions was called: the first frame above it; undefined if the stack does not tell. */
export function callerOf(ours: (...args: never[]) => unknown): CodePlace | undefined {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, ours);
  const frame = String(holder.stack ?? '').split('\n')[1] ?? '';
  const [, named = '', line, column] =
    /(?:^\s*at |\()((?:file:\/\/)?[^()]{1,1000}):(\d{1,7}):(\d{1,6})\)?$/.exec(frame) ?? [];
  const path = pathOf(named.replace(/^(?:async |new )/, ''));
  return path === undefined ? undefined : { path, line: Number(line), column: Number(column) };
}

/**
 * Names the place as in a project's log: its original source, relative to the top of its checkout; undefined outside the project.
 */
export function nameSource(caller: CodePlace, root: string): string | undefined {
  try {
    const { path, line } = findOrigin(caller);
    const real = realpathSync(path);
    const checkout = findCheckout(realpathSync(process.cwd()));
    // A worktree has its own files, but the log is that of the main checkout.
    const top = [checkout?.main === root ? checkout.top : root, root]
      .map((each) => realpathSync(each))
      .find((each) => isInside(real, each));
    return top === undefined
      ? undefined
      : `${real
          .slice(top.length + 1)
          .split(sep)
          .join('/')}:${line}`;
  } catch {
    return undefined;
  }
}

function pathOf(named: string): string | undefined {
  if (named === '' || named.startsWith('node:') || named.startsWith('<')) return undefined;
  return named.startsWith('file://') ? fileURLToPath(named) : named;
}

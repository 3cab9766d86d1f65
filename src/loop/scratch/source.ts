import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findCheckout } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import { runGit, tryGit } from './run-git.ts';

/** A repository from which a scratch checkout is made. */
export interface Source {
  /** The root of the checkout in which the user works. */
  root: string;
  /** The folder that the task is about, relative to the root; empty for the root itself, otherwise with a trailing slash. */
  prefix: string;
  /** The folder of its objects. */
  objects: string;
  /** Its git folder; for a linked worktree, that of the main checkout. */
  common: string;
  /** The git folder of this very checkout. */
  gitDir: string;
  /** `sha1` or `sha256`. */
  objectFormat: string;
  /** The commit that is checked out; absent before the first one. */
  head?: string;
}

/** Describes the repository of a folder. It changes nothing. */
export async function describeSource(folder: string): Promise<Source> {
  const real = await realpath(folder).catch(() => {
    throw new AppError('not-found', `There is no folder ${folder}.`, {
      hint: 'Name the folder of a project with --project.',
    });
  });
  const inside = await tryGit(real, ['rev-parse', '--is-inside-work-tree']);
  if (inside.stdout.trim() !== 'true') {
    const isOwned = /dubious ownership/.test(inside.stderr);
    throw new AppError('not-found', `${real} is not in a git repository${isOwned ? ' that git trusts' : ''}.`, {
      hint: isOwned
        ? `If it is yours: git config --global --add safe.directory ${real}`
        : 'Attempts are made in a scratch checkout: run git init and commit what there is.',
    });
  }
  const ask = async (...args: string[]) => runGit(real, ['rev-parse', '--path-format=absolute', ...args]);
  const [root, prefix, objects, common, gitDir, objectFormat, head] = await Promise.all([
    ask('--show-toplevel'),
    runGit(real, ['rev-parse', '--show-prefix']),
    ask('--git-path', 'objects'),
    ask('--git-common-dir'),
    ask('--git-dir'),
    runGit(real, ['rev-parse', '--show-object-format']),
    tryGit(real, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
  ]);
  requireOwn(real, { root, common, gitDir });
  const commit = head.stdout.trim();
  return { root, prefix, objects, common, gitDir, objectFormat, head: commit === '' ? undefined : commit };
}

/** Refuses a `.git` that leads elsewhere: the result of an attempt must not be written into another checkout or repository. */
function requireOwn(folder: string, { root, common, gitDir }: Pick<Source, 'root' | 'common' | 'gitDir'>): void {
  let top = folder;
  while (!existsSync(join(top, '.git')) && dirname(top) !== top) top = dirname(top);
  const isLinked = resolve(common) !== resolve(gitDir);
  if (resolve(root) === top && (!isLinked || findCheckout(top)?.main !== top)) return;
  const where = isLinked ? common : root;
  throw new AppError('not-found', `${join(top, '.git')} points to ${where}, which does not know about it.`, {
    hint: 'If it is a worktree that was moved: git worktree repair',
  });
}

/** Lists files that differ from the commit that is checked out, including untracked ones, relative to the root. */
export async function listUncommitted({ root }: Source): Promise<string[]> {
  const said = await runGit(root, ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames']);
  return said.split('\0').flatMap((line) => (line.length > 3 ? [line.slice(3)] : []));
}

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { exists } from '../../shared/files.ts';
import { commitChanges } from './carry-changes.ts';
import { runGit, tryGit } from './run-git.ts';
import { gitIn, type Scratch, scratchPlace } from './scratch.ts';
import type { Source } from './source.ts';

/** Where a scratch checkout is made, and of what. */
export interface ScratchRequest {
  source: Source;
  /** A folder of our own; `tree` and `git` are made in it. */
  folder: string;
  /** The name of the branch that the agent sees. */
  branch: string;
  /** The commit to start from, where it was made for an earlier run; with a bundle of what the user's repository has not of it. */
  from?: { base: string; bundle?: string };
  /** Take along what is not committed. */
  withChanges: boolean;
}

/**
 * Makes a checkout to work in. It is a repository of its own that borrows the objects of the user's: what an agent does in it (commits,
 * stashes, settings, hooks, `git gc`) stays in it, which a linked worktree could not promise. It has no remotes, so nothing is pushed.
 */
export async function makeScratch({ source, folder, branch, from, withChanges }: ScratchRequest): Promise<Scratch> {
  const place = scratchPlace(folder);
  await mkdir(place.tree, { recursive: true });
  const init = ['init', '--quiet', '--template=', `--object-format=${source.objectFormat}`, `--initial-branch=${branch}`];
  await runGit(place.tree, [...init, `--separate-git-dir=${place.gitDir}`]);
  await borrow(source, place.gitDir);
  if (from?.bundle !== undefined) await gitIn(place, ['bundle', 'unbundle', from.bundle]);
  const base = from?.base ?? (withChanges ? await commitChanges(source, place, source.head) : source.head);
  if (base === undefined)
    throw new AppError('not-found', `${source.root} has no commit yet.`, {
      hint: 'Commit what there is, or add --with-changes.',
    });
  await gitIn(place, ['update-ref', `refs/heads/${branch}`, base]);
  await gitIn(place, ['reset', '--quiet', '--hard', base]);
  return { ...place, branch, base, start: await gitIn(place, ['rev-parse', `${base}^{tree}`]) };
}

/** Keeps what a base has beyond the user's repository, so that a later run can start from it. Says whether there is anything. */
export async function bundleBase(scratch: Scratch, head: string | undefined, file: string): Promise<boolean> {
  if (scratch.base === head) return false;
  const without = head === undefined ? [] : [`^${head}`];
  await gitIn(scratch, ['bundle', 'create', '--quiet', file, `refs/heads/${scratch.branch}`, ...without]);
  return true;
}

/** Settings of a repository that decide what its files look like when they are checked out, and who its commits are by. */
const LOOKS =
  /^(?:user\.(?:name|email)|core\.(?:autocrlf|eol|filemode|ignorecase|symlinks|longpaths|precomposeunicode|quotepath|sparsecheckout|sparsecheckoutcone)|filter\.|lfs\.)/i;

/** Objects by reference; ignore rules, attributes and settings by copy. */
async function borrow({ objects, common, gitDir: own, root }: Source, gitDir: string): Promise<void> {
  await mkdir(join(gitDir, 'objects', 'info'), { recursive: true });
  await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${quotePath(objects)}\n`);
  await mkdir(join(gitDir, 'info'), { recursive: true });
  const copies = [
    [join(common, 'shallow'), join(gitDir, 'shallow')],
    [join(common, 'info', 'exclude'), join(gitDir, 'info', 'exclude')],
    [join(common, 'info', 'attributes'), join(gitDir, 'info', 'attributes')],
    [join(own, 'info', 'sparse-checkout'), join(gitDir, 'info', 'sparse-checkout')],
  ] as const;
  for (const [from, to] of copies) if (await exists(from)) await copyFile(from, to);
  const listed = await tryGit(root, ['config', '--local', '--list', '-z']);
  for (const entry of listed.stdout.split('\0')) {
    const [key = '', ...value] = entry.split('\n');
    if (LOOKS.test(key)) await runGit(gitDir, [`--git-dir=${gitDir}`, 'config', '--add', key, value.join('\n')]);
  }
}

/** As git reads a line of that file: quoted like C where it would mean something else. */
function quotePath(path: string): string {
  const forward = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return /^["#]|[\n\\]/.test(forward) ? `"${forward.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"` : forward;
}

import { copyFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { exists } from '../../shared/files.ts';
import { runGit, tryGit } from './run-git.ts';
import { gitIn, type Scratch } from './scratch.ts';
import type { Source } from './source.ts';

/**
 * Commits the user's present files, staged or not, including untracked ones. It uses an index and an object folder of the scratch
 * checkout: the user's repository is only read.
 */
export async function commitChanges(
  source: Source,
  scratch: Pick<Scratch, 'tree' | 'gitDir'>,
  head: string | undefined,
  tell: (notice: string) => void,
): Promise<string> {
  const git = {
    GIT_INDEX_FILE: join(scratch.gitDir, 'hardwon-carried'),
    // This object folder names the user's as its alternate.
    GIT_OBJECT_DIRECTORY: join(scratch.gitDir, 'objects'),
  };
  const index = join(source.gitDir, 'index');
  // A copy, because it knows which files a sparse checkout leaves out, and which need not be read again.
  if (await exists(index)) await copyIndex(index, git.GIT_INDEX_FILE);
  else await runGit(source.root, ['read-tree', '--empty'], { git });
  const empty = await findEmptyRepositories(source.root, git);
  for (const path of empty) tell(`${path} is left out: it is a separate repository without a commit`);
  await runGit(source.root, ['add', '--all', '--', '.', ...empty.map((path) => `:(exclude,literal)${path}`)], { git });
  const tree = await runGit(source.root, ['write-tree'], { git });
  return commitTree(scratch, tree, head, 'Work that was not committed');
}

/** Finds nested repositories that git does not know, and refuses to add because they have no commit. */
async function findEmptyRepositories(root: string, git: Record<string, string>): Promise<string[]> {
  const said = await runGit(root, ['ls-files', '--others', '--exclude-standard', '-z'], { git });
  const empty: string[] = [];
  for (const path of said.split('\0').filter((name) => name.endsWith('/'))) {
    const { code } = await tryGit(join(root, path), ['rev-parse', '--verify', '--quiet', 'HEAD']);
    if (code !== 0) empty.push(path.slice(0, -1));
  }
  return empty;
}

/**
 * Copies an index. Files that changed in the moment in which it was written are recognised only by its timestamp: a newer copy
 * would hide them.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  const facts = await stat(from);
  if (!facts.isFile())
    throw new AppError('unreadable', `${from} is not a file`, {
      hint: 'Commit or remove it, and run the command again.',
    });
  const { atime, mtimeMs } = facts;
  await copyFile(from, to);
  await utimes(to, atime, new Date(mtimeMs - 2_000));
}

/** Commits a tree as the user, or under a neutral name if git knows none. */
export async function commitTree(
  scratch: Pick<Scratch, 'tree' | 'gitDir'>,
  tree: string,
  parent: string | undefined,
  message: string,
): Promise<string> {
  const named = await gitIn(scratch, ['var', 'GIT_AUTHOR_IDENT']).then(
    () => [],
    () => ['-c', 'user.name=hardwon', '-c', 'user.email=hardwon@localhost'],
  );
  const parents = parent === undefined ? [] : ['-p', parent];
  return gitIn(scratch, [...named, '-c', 'commit.gpgSign=false', 'commit-tree', tree, ...parents], {
    input: `${message}\n`,
  });
}

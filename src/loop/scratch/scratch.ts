import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from './run-git.ts';

/** A checkout that attempts are made in. It shares the objects of the user's repository, and nothing else of it. */
export interface Scratch {
  /** The root of the checkout. */
  tree: string;
  /** Its git folder, which lies outside of the tree. */
  gitDir: string;
  /** The branch that is checked out. */
  branch: string;
  /** The commit that attempts start from. */
  base: string;
  /** What the tree holds before an attempt: that of the base, and what setting up added. */
  start: string;
}

/** What an attempt changed. */
export interface AttemptChange {
  /** The tree after it. */
  tree: string;
  /** A patch that git can apply, binary files included. */
  patch: string;
  /** The same for people and teachers: binary files are only named. */
  diff: string;
  /** Paths that differ, relative to the root. */
  files: string[];
}

/** Where the parts of a scratch checkout are in its folder. */
export function scratchPlace(folder: string): Pick<Scratch, 'tree' | 'gitDir'> {
  return { tree: join(folder, 'tree'), gitDir: join(folder, 'git') };
}

/** Runs git on a scratch checkout. The agent may have broken the link in the tree: it is not used. */
export function gitIn(
  { tree, gitDir }: Pick<Scratch, 'tree' | 'gitDir'>,
  args: readonly string[],
  options: Parameters<typeof runGit>[2] = {},
): Promise<string> {
  return runGit(tree, [`--git-dir=${gitDir}`, `--work-tree=${tree}`, ...args], options);
}

/** The tree that the files are now, by an index of our own: what the agent staged or committed makes no difference. */
export async function writeTree(scratch: Pick<Scratch, 'tree' | 'gitDir' | 'base'>): Promise<string> {
  const git = { GIT_INDEX_FILE: join(scratch.gitDir, 'hardwon-index') };
  await gitIn(scratch, ['read-tree', scratch.base], { git });
  await gitIn(scratch, ['add', '--all', '--', '.'], { git });
  return gitIn(scratch, ['write-tree'], { git });
}

/** What the last attempt changed. */
export async function readChange(scratch: Scratch): Promise<AttemptChange> {
  const tree = await writeTree(scratch);
  const compare = (...args: string[]) =>
    gitIn(scratch, ['diff-tree', '-r', '--no-color', '--no-ext-diff', '--no-textconv', ...args, scratch.start, tree]);
  const [patch, diff, files] = await Promise.all([
    compare('-p', '--binary', '--full-index', '--no-renames'),
    compare('-p', '--no-renames'),
    compare('--name-only', '-z', '--no-renames'),
  ]);
  return { tree, patch: patch === '' ? '' : `${patch}\n`, diff, files: files.split('\0').filter(Boolean) };
}

/** The state before an attempt: files, branch and index as they were. Ignored files stay, dependencies are among them. */
export async function resetScratch(scratch: Scratch): Promise<void> {
  const { gitDir, branch, base, start } = scratch;
  for (const left of ['index.lock', 'HEAD.lock', 'rebase-merge', 'rebase-apply', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'])
    await rm(join(gitDir, left), { recursive: true, force: true });
  await gitIn(scratch, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  // One run of git for both: the stash of an attempt is not there for the next one.
  await gitIn(scratch, ['update-ref', '--stdin'], { input: `update refs/heads/${branch} ${base}\ndelete refs/stash\n` });
  // To the tree with what setting up added, then with the index of the base, so that the agent sees the same status each time.
  await gitIn(scratch, ['read-tree', '--reset', '-u', start]);
  await gitIn(scratch, ['clean', '-ffdq']);
  await gitIn(scratch, ['read-tree', base]);
  await gitIn(scratch, ['update-index', '-q', '--refresh']).catch(() => undefined);
}

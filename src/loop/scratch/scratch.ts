import { lstatSync } from 'node:fs';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { clearGitFolder, keepSettings } from './git-folder.ts';
import { hidingRepositories } from './nested-repositories.ts';
import { readGit, runGit, toText } from './run-git.ts';
import type { Source } from './source.ts';

/** A checkout in which attempts are made. It shares the objects of the user's repository, and nothing else. */
export interface Scratch {
  /** The root of the checkout. */
  tree: string;
  /** The same with links resolved: if it leads elsewhere one day, nothing may be removed there. */
  real: string;
  /** Its git folder, which is outside the tree. */
  gitDir: string;
  /** The branch that is checked out. */
  branch: string;
  /** The commit from which attempts start. */
  base: string;
  /** For a submodule: a commit of the uncommitted work in its files. */
  carried?: string;
  /** The tree before an attempt: that of the base, with the files that the setup added. */
  start: string;
  /** The tags from the user's repository: `<object> <name>`. */
  tags: readonly string[];
  /**
   * Files that git ignores before the first attempt, such as dependencies; other ignored files are removed with the attempt that
   * created them.
   */
  ignored?: ReadonlySet<string>;
  /** Its submodules, as far as they are checked out. */
  submodules: readonly Submodule[];
}

/** A submodule of a scratch checkout, which is a repository of its own. */
export interface Submodule {
  /** Relative to the root of the checkout that contains it. */
  path: string;
  /** The same submodule in the user's checkout. */
  source: Source;
  scratch: Scratch;
}

/** The changes of an attempt. */
export interface AttemptChange {
  /** The tree after it. */
  tree: string;
  /** A patch that git can apply, including binary files. It is in bytes, because not every file is UTF-8. */
  patch: Uint8Array;
  /** The same for people and teachers: binary files are only named. */
  diff: string;
  /** Paths that differ, relative to the root, including those in submodules. */
  files: string[];
}

/** Returns where the parts of a scratch checkout are in its folder. */
export function scratchPlace(folder: string): Pick<Scratch, 'tree' | 'gitDir'> {
  return { tree: join(folder, 'tree'), gitDir: join(folder, 'git') };
}

/** Runs git on a scratch checkout. It does not use the link in the tree, which the agent may have broken. */
export function gitIn(
  scratch: Pick<Scratch, 'tree' | 'gitDir'>,
  args: readonly string[],
  options: Parameters<typeof runGit>[2] = {},
): Promise<string> {
  return runGit(scratch.tree, [...placeArgs(scratch), ...args], options);
}

function placeArgs({ tree, gitDir }: Pick<Scratch, 'tree' | 'gitDir'>): string[] {
  return [`--git-dir=${gitDir}`, `--work-tree=${tree}`];
}

/** Writes the tree of the present files with an index of our own: whatever the agent staged or committed makes no difference. */
async function writeTree(scratch: Pick<Scratch, 'tree' | 'gitDir' | 'base' | 'submodules'>): Promise<string> {
  const git = { GIT_INDEX_FILE: join(scratch.gitDir, 'hardwon-index') };
  const own = without(findFilled(scratch));
  await gitIn(scratch, ['read-tree', scratch.base], { git });
  const listUntracked = async () =>
    (await gitIn(scratch, ['ls-files', '--others', '--exclude-standard', '-z', ...own], { git })).split('\0');
  await hidingRepositories(scratch, listUntracked, () => gitIn(scratch, ['add', '--all', ...own], { git }));
  return gitIn(scratch, ['write-tree'], { git });
}

/** Returns the scratch checkout with its present files and settings as the start of attempts. */
export async function noteStart(scratch: Scratch): Promise<Scratch> {
  await keepSettings(scratch.gitDir);
  const submodules: Submodule[] = [];
  for (const submodule of scratch.submodules)
    submodules.push({ ...submodule, scratch: await noteStart(submodule.scratch) });
  return { ...scratch, start: await writeTree(scratch), submodules };
}

/**
 * Returns the scratch checkout with its present ignored files recorded, which attempts will find: dependencies, and files that a
 * first run of the tests has built.
 */
export async function noteIgnored(scratch: Scratch): Promise<Scratch> {
  const submodules: Submodule[] = [];
  for (const submodule of scratch.submodules)
    submodules.push({ ...submodule, scratch: await noteIgnored(submodule.scratch) });
  return { ...scratch, ignored: new Set(await listIgnored(scratch)), submodules };
}

/**
 * Returns the changes of the last attempt. Those in a submodule are included file by file, because nobody else would have a
 * commit made there.
 */
export async function readChange(scratch: Scratch, prefix = ''): Promise<AttemptChange> {
  await requireTree(scratch);
  const tree = await writeTree(scratch);
  const submodules = findFilled(scratch);
  const compare = (...args: string[]) =>
    readGit(scratch.tree, [
      ...placeArgs(scratch),
      'diff-tree',
      '-r',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      ...args,
      scratch.start,
      tree,
      ...without(submodules),
    ]);
  const names = [`--src-prefix=a/${prefix}`, `--dst-prefix=b/${prefix}`];
  const [patch, diff, files] = await Promise.all([
    compare('-p', '--binary', '--full-index', '--no-renames', ...names),
    compare('-p', '--no-renames', ...names),
    compare('--name-only', '-z', '--no-renames'),
  ]);
  const own = {
    patch,
    diff: toText(diff).replace(/\n$/, ''),
    files: toText(files)
      .split('\0')
      .filter(Boolean)
      .map((file) => `${prefix}${file}`),
  };
  const inner: AttemptChange[] = [];
  for (const { path, scratch: at } of submodules) inner.push(await readChange(at, `${prefix}${path}/`));
  const all = [own, ...inner];
  return {
    tree,
    patch: Buffer.concat(all.map((change) => change.patch)),
    diff: all
      .map((change) => change.diff)
      .filter(Boolean)
      .join('\n'),
    files: all.flatMap((change) => change.files),
  };
}

/** Returns the paths of all submodules, including nested ones, relative to the root. */
export function listSubmodules({ submodules }: Pick<Scratch, 'submodules'>): string[] {
  return submodules.flatMap(({ path, scratch }) => [
    path,
    ...listSubmodules(scratch).map((inner) => `${path}/${inner}`),
  ]);
}

/** Restores the state before an attempt: files, branch and index. Ignored files that were there stay, including dependencies. */
export async function resetScratch(scratch: Scratch): Promise<void> {
  const { tree, gitDir, branch, base, start } = scratch;
  await requireTree(scratch);
  // The agent may have removed it, or created its own repository.
  await rm(join(tree, '.git'), { recursive: true, force: true });
  await writeFile(join(tree, '.git'), `gitdir: ${gitDir}\n`);
  for (const { path } of scratch.submodules) await clearWay(tree, path);
  await clearGitFolder(gitDir);
  await gitIn(scratch, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  // An agent that creates a branch, a tag or a stash must not find one of another attempt.
  const refs = await listRefs(scratch);
  const [kept, now] = [new Set(scratch.tags), new Set(refs)];
  const others = refs.filter((ref) => !kept.has(ref)).map(nameOf);
  const lost = scratch.tags.filter((tag) => !now.has(tag));
  const moved = new Set(lost.map(nameOf));
  const orders = [
    `update refs/heads/${branch} ${base}`,
    ...others.filter((ref) => ref !== `refs/heads/${branch}` && !moved.has(ref)).map((ref) => `delete ${ref}`),
    ...lost.map((tag) => `update ${nameOf(tag)} ${tag.split(' ', 1)[0]}`),
  ];
  await gitIn(scratch, ['update-ref', '--stdin'], { input: `${orders.join('\n')}\n` });
  // First to the tree with the files that the setup added, then with the index of the base, so that the agent sees the same
  // status each time.
  await gitIn(scratch, ['read-tree', '--reset', '-u', start]);
  await gitIn(scratch, ['clean', '-ffdq']);
  await removeNewIgnored(scratch);
  await gitIn(scratch, ['read-tree', base]);
  await gitIn(scratch, ['update-index', '-q', '--refresh']).catch(() => undefined);
  for (const { scratch: inner } of scratch.submodules) await resetScratch(inner);
}

/** Lists branches, tags and everything else that names a commit: `<object> <name>`. */
export async function listRefs(scratch: Pick<Scratch, 'tree' | 'gitDir'>, below = 'refs'): Promise<string[]> {
  const said = await gitIn(scratch, ['for-each-ref', '--format=%(objectname) %(refname)', below]);
  return said.split('\n').filter((line) => line !== '');
}

function nameOf(ref: string): string {
  return ref.slice(ref.indexOf(' ') + 1);
}

async function removeNewIgnored(scratch: Scratch): Promise<void> {
  const { tree, ignored } = scratch;
  if (!ignored) return;
  for (const path of await listIgnored(scratch))
    if (!ignored.has(path)) await rm(join(tree, path), { recursive: true, force: true });
}

/** Lists ignored files, and folders that are ignored as a whole; those of submodules are listed there. */
async function listIgnored(scratch: Pick<Scratch, 'tree' | 'gitDir'>): Promise<string[]> {
  const said = await gitIn(scratch, ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']);
  return said.split('\0').filter(Boolean);
}

/** Refuses to work on anything but the checkout: an agent may have removed it, or replaced it with a link. */
async function requireTree({ tree, real }: Pick<Scratch, 'tree' | 'real'>): Promise<void> {
  if ((await realpath(tree).catch(() => undefined)) === real) return;
  throw new AppError('conflict', `${tree} is no longer the scratch checkout: it was removed or replaced.`, {
    hint: 'The log of the attempt shows what the agent did. Run the task again, and tell the agent to leave its folder in place.',
  });
}

/**
 * Finds submodules that are still folders of their checkout. Anything with which an agent replaced one is work like any other.
 */
function findFilled({ tree, submodules }: Pick<Scratch, 'tree' | 'submodules'>): Submodule[] {
  return submodules.filter(({ path }) => waysTo(tree, path).every(isFolder));
}

/** Selects all files except those of submodules. */
function without(submodules: readonly Submodule[]): string[] {
  return ['--', '.', ...submodules.map(({ path }) => `:(exclude,literal)${path}`)];
}

/** Creates a folder, replacing links that would lead out of the checkout. */
async function clearWay(tree: string, path: string): Promise<void> {
  for (const at of waysTo(tree, path)) {
    if (isFolder(at)) continue;
    await rm(at, { force: true });
    await mkdir(at);
  }
}

/** Returns the folders between the root of a checkout and a path in it, and the path itself. */
function waysTo(tree: string, path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => join(tree, ...parts.slice(0, index + 1)));
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

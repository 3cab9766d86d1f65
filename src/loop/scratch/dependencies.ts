import { constants } from 'node:fs';
import { appendFile, cp, mkdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists } from '../../shared/files.ts';
import { runGit } from './run-git.ts';
import type { Scratch } from './scratch.ts';
import type { Source } from './source.ts';

/** Folders of dependencies, by name: tests do not run without them, and git ignores them. */
const USUAL = ['node_modules', '.venv', 'venv', 'vendor'];

/** Which ignored folders a scratch checkout gets. */
export interface DependencyWishes {
  /** Names or paths of folders to copy; the usual ones where absent. */
  copy?: readonly string[] | undefined;
  /** Names or paths of folders to link to: quicker, but what is written there is written to the user's. */
  link?: readonly string[] | undefined;
}

/** A folder that was carried over. */
export interface CarriedFolder {
  /** Relative to the root. */
  path: string;
  how: 'copied' | 'linked';
}

/**
 * Gives a scratch checkout the dependencies of the user's. They are copied, not linked: an agent that installs a package must not change
 * the user's files. File systems that can share blocks until they are written to do so.
 */
export async function carryDependencies(
  source: Source,
  scratch: Scratch,
  { copy = USUAL, link = [] }: DependencyWishes,
): Promise<CarriedFolder[]> {
  const ignored = await listIgnoredFolders(source);
  const carried: CarriedFolder[] = [];
  for (const path of ignored) {
    const isWanted = (wishes: readonly string[]) => wishes.some((wish) => wish === basename(path) || trim(wish) === path);
    const how = isWanted(link) ? 'linked' : isWanted(copy) ? 'copied' : undefined;
    const to = join(scratch.tree, path);
    // What lies in a folder that another commit has not, or is there already, is left out.
    if (how === undefined || !(await exists(dirname(to))) || (await exists(to))) continue;
    await carry(join(source.root, path), to, how);
    carried.push({ path, how });
  }
  // A rule such as `node_modules/` is for folders; a link is none, and would be a change that the agent made.
  const rules = carried.map(({ path }) => `/${path.replace(/[\\*?[\]#! ]/g, '\\$&')}\n`).join('');
  await mkdir(join(scratch.gitDir, 'info'), { recursive: true });
  await appendFile(join(scratch.gitDir, 'info', 'exclude'), `\n${rules}`);
  return carried;
}

async function carry(from: string, to: string, how: CarriedFolder['how']): Promise<void> {
  if (how === 'linked') return symlink(from, to, process.platform === 'win32' ? 'junction' : 'dir');
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true, errorOnExist: true });
}

/** Folders that git ignores as a whole, relative to the root, without those inside of them. */
async function listIgnoredFolders({ root }: Source): Promise<string[]> {
  const said = await runGit(root, ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']);
  return said.split('\0').flatMap((path) => (path.endsWith('/') ? [trim(path)] : []));
}

function trim(path: string): string {
  return path.replace(/^\.\//, '').replace(/\/+$/, '');
}

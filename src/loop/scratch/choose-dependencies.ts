import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import { isInside } from '../../shared/files.ts';
import { runGit } from './run-git.ts';
import { gitIn, type Scratch } from './scratch.ts';
import type { Source } from './source.ts';

/** Usual folders of dependencies, by name: tests do not run without them, and git ignores them. */
const USUAL = ['node_modules', '.venv', 'venv', 'vendor'];

/**
 * Files with settings of one machine, which tests may need. They may contain secrets, so they are copied only if they are named.
 */
const SETTINGS = /^(?:\.env(?:\..+)?|\.envrc|\.dev\.vars|local\.settings\.json|local\.properties)$/i;

/** The ignored files and folders that a scratch checkout gets. */
export interface DependencyWishes {
  /** Names or paths to copy; the usual folders if absent. */
  copy?: readonly string[] | undefined;
  /** Names or paths to link to: faster, but anything written there is written to the user's files. */
  link?: readonly string[] | undefined;
}

/** A file or folder to carry over. */
export interface CarriedPath {
  /** Relative to the root. */
  path: string;
  how: 'copied' | 'linked';
}

/**
 * Chooses the untracked files that a scratch checkout gets from the user's; links come last, because their targets may be among
 * them.
 */
export async function chooseDependencies(
  source: Source,
  scratch: Scratch,
  { copy = USUAL, link = [] }: DependencyWishes,
): Promise<{ wanted: CarriedPath[]; settings: string[] }> {
  const isWished = (path: string, wishes: readonly string[]) =>
    wishes.some((wish) => wish === basename(path) || trim(wish) === path);
  // Files in a folder that the commit of the scratch checkout lacks are left out.
  const hasPlace = (path: string) => existsSync(dirname(join(scratch.tree, path)));
  const ignored = (await listUntracked(source, ['--ignored'])).filter(hasPlace);
  // For a folder that is ignored as a whole, git names nothing inside.
  const inside = [...copy, ...link].map(trim).filter((path) => ignored.some((folder) => path.startsWith(`${folder}/`)));
  // A rule such as `node_modules/` is for folders: a link of that name is not ignored, and may even be committed.
  const others = [...(await listUntracked(source, [])), ...(await listOutwardLinks(scratch))].filter(
    (path) => isWished(path, [...copy, ...link]) && hasPlace(path) && isLink(join(source.root, path)),
  );
  const wanted = [...new Set([...ignored, ...inside, ...others])].flatMap((path): CarriedPath[] =>
    isWished(path, link) ? [{ path, how: 'linked' }] : isWished(path, copy) ? [{ path, how: 'copied' }] : [],
  );
  const rank = ({ path }: CarriedPath) => Number(isLink(join(source.root, path)));
  return {
    wanted: wanted.sort((a, b) => rank(a) - rank(b)),
    settings: ignored.filter((path) => SETTINGS.test(basename(path)) && !isWished(path, [...copy, ...link])),
  };
}

/**
 * Lists untracked files and folders, relative to the root; folders that are untracked as a whole are listed without their
 * contents.
 */
async function listUntracked({ root }: Source, which: readonly string[]): Promise<string[]> {
  const said = await runGit(root, ['ls-files', '--others', ...which, '--exclude-standard', '--directory', '-z']);
  return said.split('\0').filter(Boolean).map(trim);
}

/** Lists links in a scratch checkout that lead out of it: to the user's files, or nowhere. */
async function listOutwardLinks(scratch: Scratch): Promise<string[]> {
  const said = await gitIn(scratch, ['ls-files', '--stage', '-z']);
  return said.split('\0').flatMap((line) => {
    const path = line.slice(line.indexOf('\t') + 1);
    const at = join(scratch.tree, path);
    if (!line.startsWith('120000') || !isLink(at)) return [];
    return isInside(resolve(dirname(at), readlinkSync(at)), scratch.tree) ? [] : [path];
  });
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function trim(path: string): string {
  return normalize(path).replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '');
}

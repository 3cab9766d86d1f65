import { readdirSync } from 'node:fs';
import { anchorGlob } from '../../config/anchor-glob.ts';
import { isAbsolutePath } from '../../shared/paths.ts';
import type { Checkouts } from './checkouts.ts';
import { isSharedFolder } from './containers.ts';
import type { GitDisk } from './git-folder.ts';
import type { DeclaredGroup } from './project.ts';
import { isFolderRemote, normaliseRemote, remoteKey } from './remotes.ts';

/** The surroundings of a `--join`. */
export interface JoinPlace {
  disk: GitDisk;
  /** The folder that the run is about: folders named by `--join` are joined to it if it has no sessions, or no longer exists. */
  here?: string;
}

/** One `--join`: the group that it declares, and other things it may mean than folders named in sessions. */
export interface Joined {
  group: DeclaredGroup;
  /** Anchored globs of folders on this disk, with or without sessions. */
  folders: string[];
  /** The key of a remote, if it looks like one. */
  remote?: string;
}

/**
 * Parses a `--join` as typed. A plain `harbour` means any folder of that name in sessions, and the one in the working directory.
 */
export function readJoin(typed: string, { home, cwd }: { home: string; cwd: string }): Joined {
  const glob = anchorGlob(typed, { home, folder: cwd });
  const isPlain = glob.startsWith('**/') && !/[*?[\]{}()!]/.test(typed);
  const remote = isAbsolutePath(typed) ? undefined : normaliseRemote(typed);
  return {
    group: { globs: [glob] },
    folders: [isPlain ? anchorGlob(`./${typed.replaceAll('\\', '/')}`, { home, folder: cwd }) : glob],
    remote: remote === undefined || isFolderRemote(remote) ? undefined : remoteKey(remote),
  };
}

/**
 * Adds folders without sessions to the groups that `--join` declares: those on disk that a glob matches, the one that the run is
 * about, and the checkouts of a remote. So a project that was moved is found again, from either of its two folders.
 */
export async function declareJoined(
  joined: readonly Joined[],
  checkouts: Checkouts,
  { disk, here }: JoinPlace,
): Promise<void> {
  if (joined.length === 0) return;
  for (const { group, folders, remote } of joined) {
    for (const glob of folders)
      for (const folder of await findFolders(glob)) checkouts.at(disk.real(folder)).declared.add(group);
    for (const checkout of checkouts.byKey.values())
      if (remote !== undefined && checkout.remotes.has(remote)) checkout.declared.add(group);
  }
  if (here === undefined || isSharedFolder(disk.real(here))) return;
  const own = checkouts.at(disk.real(here));
  if (own.folders.length === 0 || !disk.exists(own.path)) for (const { group } of joined) own.declared.add(group);
}

/** More would be a search of the disk. */
const MOST_FOUND = 200;

/**
 * Returns the folders on this disk that an anchored glob matches, step by step; `**` is not supported. On a Windows drive, case
 * is ignored: `openDrive` returns the path of a drive letter, which in WSL is below `/mnt`.
 */
export async function findFolders(glob: string, openDrive: (letter: string) => string = usualDrive): Promise<string[]> {
  if (!isAbsolutePath(glob) || glob.includes('**')) return [];
  const [root = '', ...steps] = splitSteps(glob);
  const isDrive = /^[a-z]:$/.test(root);
  const { default: picomatch } = await import('picomatch');
  let folders = [isDrive ? openDrive(root.charAt(0)) : `${root}/`];
  for (const step of steps.filter((each) => each !== '')) {
    const isName = picomatch(step, { dot: true, windows: false, nocase: isDrive });
    folders = folders.flatMap((folder) =>
      listFolders(folder)
        .filter((name) => isName(name.normalize('NFC')))
        .map((name) => (folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`)),
    );
    if (folders.length === 0 || folders.length > MOST_FOUND) return [];
  }
  return folders;
}

function usualDrive(letter: string): string {
  return process.platform === 'win32' ? `${letter.toUpperCase()}:/` : `/mnt/${letter}/`;
}

/** Splits a glob into steps: a slash in braces, as in `{a/b,c}`, belongs to its step. */
function splitSteps(glob: string): string[] {
  const steps: string[] = [''];
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at] ?? '';
    const last = steps.length - 1;
    if (sign === '/' && depth === 0) steps.push('');
    else if (sign === '\\') steps[last] += `${sign}${glob[++at] ?? ''}`;
    else {
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      steps[last] += sign;
    }
  }
  return steps;
}

function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name);
  } catch {
    // It does not exist, or cannot be read: it contains none.
    return [];
  }
}

import { readdirSync } from 'node:fs';
import { isAbsolutePath } from '../../shared/paths.ts';
import type { Checkouts } from './checkouts.ts';
import { isSharedFolder } from './containers.ts';
import type { Disk } from './git-folder.ts';
import type { DeclaredGroup } from './project.ts';

/** Where `--join` is asked for. */
export interface JoinPlace {
  disk: Disk;
  /** The folder that the run is about: what `--join` names is added to it where it has no sessions, or is no longer there. */
  here?: string;
}

/**
 * Adds folders without sessions to the groups that `--join` declares: those on the disk that a glob names, and the one that the run is about.
 * A project that was moved is found again so, whichever of its two folders one stands in.
 */
export function declareJoined(groups: readonly DeclaredGroup[], checkouts: Checkouts, { disk, here }: JoinPlace): void {
  if (groups.length === 0) return;
  for (const group of groups)
    for (const folder of group.globs.flatMap((glob) => findFolders(glob))) checkouts.at(disk.real(folder)).declared.add(group);
  if (here === undefined || isSharedFolder(disk.real(here))) return;
  const own = checkouts.at(disk.real(here));
  if (own.folders.length === 0 || !disk.exists(own.path)) for (const group of groups) own.declared.add(group);
}

/** More would be a search of the disk. */
const MOST_FOUND = 200;

/** Folders of this disk that an anchored glob names, as far as each step of its path is a name or has a `*` in it. */
export function findFolders(glob: string): string[] {
  if (!isAbsolutePath(glob) || glob.includes('**')) return [];
  const [root = '', ...steps] = glob.split('/');
  let folders = [`${root}/`];
  for (const step of steps.filter((each) => each !== '')) {
    const isName = stepMatcher(step);
    folders = folders.flatMap((folder) =>
      listFolders(folder)
        .filter(isName)
        .map((name) => (folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`)),
    );
    if (folders.length === 0 || folders.length > MOST_FOUND) return [];
  }
  return folders;
}

/** One step of a glob: a name, in which `*` stands for any letters and a backslash for the letter behind it. */
function stepMatcher(step: string): (name: string) => boolean {
  const parts: string[] = [''];
  for (let at = 0; at < step.length; at++) {
    const sign = step[at] ?? '';
    if (sign === '*') parts.push('');
    else parts[parts.length - 1] += sign === '\\' ? (step[++at] ?? '') : sign;
  }
  return (name) => matchParts(parts, name);
}

function matchParts([first = '', ...rest]: readonly string[], name: string): boolean {
  if (rest.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  const last = rest[rest.length - 1] ?? '';
  for (const part of rest.slice(0, -1)) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name);
  } catch {
    // Not there, or not ours to look into: it holds none.
    return [];
  }
}

import { cutPath, type Location, parseLocation } from '../../shared/paths.ts';

/** Folders of a machine that hold everybody's things. A name alone is the folder below the root. */
const SYSTEM_FOLDERS = new Set([
  'tmp',
  'var',
  'var/tmp',
  'home',
  'users',
  'mnt',
  'media',
  'volumes',
  'opt',
  'srv',
  'usr',
  'usr/local',
  'usr/src',
  'data',
  'workspaces',
  'var/home',
]);

const WINDOWS_FOLDERS = new Set(['users', 'tmp', 'temp', 'windows', 'program files', 'programdata']);

/** Folders that people keep repositories in. A session there is about all of them, or none. */
const SHELF_NAMES = new Set(
  (
    'project projects work works workspace workspaces wks ws src source sources code coding dev devel develop development developer git ' +
    'github gitlab bitbucket repo repos repositories checkouts clones documents desktop downloads library go tmp temp scratch sites www ' +
    'personal private public oss opensource open-source worktrees icloud onedrive dropbox playground sandbox'
  ).split(' '),
);

/** True for a folder that can never be the repository of what lies below it, though it have a `.git`: a root, a home, /tmp. */
export function isSharedFolder(path: string): boolean {
  const location = parseLocation(path);
  if (location.segments.length === 0 || location.segments.length === homeDepth(location)) return true;
  return isSystemFolder(location);
}

/** True for a folder that by its place and name holds repositories: also ~/projects, D:\src, ~/go/src/github.com/owner. */
export function isContainerPath(path: string): boolean {
  if (isSharedFolder(path)) return true;
  const location = parseLocation(path);
  const base = baseDepth(location);
  const names = location.segments.slice(base).map((segment) => segment.toLowerCase());
  // In a dev container /workspace and /code are the one repository; /projects still holds several.
  if (base === 0 && location.root === '/' && names.length === 1 && !names[0]?.endsWith('s')) return false;
  const host = names.findIndex((name) => /^(github|gitlab)\.com$|^bitbucket\.org$/.test(name));
  const shelves = host < 0 ? names : names.slice(0, host);
  // A host and the owner below it; the repository comes after them.
  if (host >= 0 && names.length - host > 2) return false;
  return shelves.every((name) => SHELF_NAMES.has(name));
}

/** A well-known folder name, which says nothing of whose it is. */
export function isShelfName(name: string): boolean {
  return SHELF_NAMES.has(name.toLowerCase());
}

/** The home folder that a path lies in, on whatever machine: `/Users/mia`, `C:\Users\Mia`. */
export function homeOf(path: string): string | undefined {
  const location = parseLocation(path);
  const depth = homeDepth(location);
  return depth === undefined ? undefined : cutPath(path, depth);
}

/** The name of the user whose home folder a path lies in, the same on all machines of theirs. */
export function userOf(path: string): string | undefined {
  return homeOf(path)?.split(/[\\/]/).at(-1)?.toLowerCase();
}

function homeDepth({ root, segments }: Location): number | undefined {
  const [first, second] = segments.map((segment) => segment.toLowerCase());
  if (root === '/' && first === 'root') return 1;
  if ((first === 'home' || first === 'users') && segments.length >= 2 && (root === '/' || first === 'users')) return 2;
  return root === '/' && first === 'var' && second === 'home' && segments.length >= 3 ? 3 : undefined;
}

/** How many parts belong to the machine: what comes after them is named by people. */
function baseDepth(location: Location): number {
  const home = homeDepth(location);
  if (home !== undefined) return home;
  for (let depth = Math.min(3, location.segments.length); depth > 0; depth--) {
    if (isSystemFolder({ ...location, segments: location.segments.slice(0, depth) })) return depth;
  }
  return 0;
}

function isSystemFolder({ root, segments }: Location): boolean {
  const below = segments.join('/').toLowerCase();
  if (root !== '/') return WINDOWS_FOLDERS.has(below);
  if (SYSTEM_FOLDERS.has(below)) return true;
  // A disk: /mnt/backup, /Volumes/Data, /media/mia/Stick.
  const first = segments[0]?.toLowerCase();
  if (first === 'mnt' || first === 'volumes') return segments.length === 2;
  return first === 'media' && segments.length <= 3;
}

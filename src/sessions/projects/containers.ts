import { cutPath, type Location, parseLocation } from '../../shared/paths.ts';

/** Folders of a machine that hold everybody's files. A name alone means the folder below the root. */
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

/** Folders in which people keep repositories. A session there is about all of them, or none. */
const SHELF_NAMES = new Set(
  (
    'project projects work works workspace workspaces wks ws src source sources code coding dev devel develop development developer git ' +
    'github gitlab bitbucket repo repos repositories checkouts clones documents desktop downloads library go tmp temp scratch sites www ' +
    'personal private public oss opensource open-source worktrees icloud onedrive dropbox playground sandbox'
  ).split(' '),
);

/** Whether a folder can never be the repository of the folders below it, even if it has a `.git`: a root, a home folder, /tmp. */
export function isSharedFolder(path: string): boolean {
  const location = parseLocation(path);
  if (location.segments.length === 0 || location.segments.length === homeDepth(location)) return true;
  return isSystemFolder(location);
}

/** Whether a folder contains repositories, judged by its place and name: also ~/projects, D:\src, ~/go/src/github.com/owner. */
export function isContainerPath(path: string): boolean {
  if (isSharedFolder(path)) return true;
  const location = parseLocation(path);
  const base = baseDepth(location);
  const names = location.segments.slice(base).map((segment) => segment.toLowerCase());
  // In a dev container, /workspace and /code are the only repository; /projects still contains several.
  if (base === 0 && location.root === '/' && names.length === 1 && !names[0]?.endsWith('s')) return false;
  const host = names.findIndex((name) => /^(github|gitlab)\.com$|^bitbucket\.org$/.test(name));
  const shelves = host < 0 ? names : names.slice(0, host);
  // A host and the owner below it; the repository follows them.
  if (host >= 0 && names.length - host > 2) return false;
  return shelves.every((name) => SHELF_NAMES.has(name));
}

/** Whether the name of a folder is a well-known one, which does not reveal whose it is. */
export function isShelfName(name: string): boolean {
  return SHELF_NAMES.has(name.toLowerCase());
}

/** Returns the home folder that contains a path, on any machine: `/Users/mia`, `C:\Users\Mia`. */
export function homeOf(path: string): string | undefined {
  const location = parseLocation(path);
  const depth = homeDepth(location);
  return depth === undefined ? undefined : cutPath(path, depth);
}

/** Returns the name of the user whose home folder contains a path, the same on all their machines. */
export function userOf(path: string): string | undefined {
  return homeOf(path)?.split(/[\\/]/).at(-1)?.toLowerCase();
}

function homeDepth({ root, segments }: Location): number | undefined {
  const [first, second] = segments.map((segment) => segment.toLowerCase());
  if (root === '/' && first === 'root') return 1;
  if ((first === 'home' || first === 'users') && segments.length >= 2 && (root === '/' || first === 'users')) return 2;
  return root === '/' && first === 'var' && second === 'home' && segments.length >= 3 ? 3 : undefined;
}

/** Returns the number of leading parts that belong to the machine: the parts after them are named by people. */
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

import { readdirSync, statSync } from 'node:fs';
import { baseName, extensionOf } from '../../shared/paths.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import type { Environment } from '../../shared/surroundings.ts';
import type { Machine } from './index.ts';

const LARGEST_FILE = 4 * 1024 * 1024;

/**
 * Returns the facts about this machine that triggers may use. `mayLook` decides whether a path may be read; if absent, all may.
 */
export function thisMachine(env: Environment, mayLook: (path: string) => boolean = () => true): Machine {
  return {
    shell: env.SHELL ? baseName(env.SHELL) : undefined,
    readFile: (path) => (mayLook(path) ? readSmall(path) : undefined),
    isFolder: (path) => mayLook(path) && isFolder(path),
    listFolder: (path) => (mayLook(path) ? listNames(path) : undefined),
  };
}

/**
 * Whether a path is a folder on this disk. A path that is named like a file is not checked: nearly all paths that are read are
 * files, and checking costs 4 µs.
 */
function isFolder(path: string): boolean {
  return extensionOf(path) === '' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns the names in a folder, for globs; undefined if it is not a folder. */
export function listNames(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Reads the current text of a file, for triggers that compare an edit with it. Undefined for a large or missing file, or one that
 * is not regular.
 */
function readSmall(path: string): string | undefined {
  try {
    return readRegularSync(path, LARGEST_FILE).toString('utf8');
  } catch {
    return undefined;
  }
}

import { readdirSync, statSync } from 'node:fs';
import { baseName, extensionOf } from '../../shared/paths.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import type { Machine } from './index.ts';

const LARGEST_FILE = 4 * 1024 * 1024;

/** What triggers may ask of this machine. `mayLook`: whether a path may be looked at; all may where absent. */
export function thisMachine(
  env: Readonly<Record<string, string | undefined>>,
  mayLook: (path: string) => boolean = () => true,
): Machine {
  return {
    ...(env.SHELL ? { shell: baseName(env.SHELL) } : {}),
    readFile: (path) => (mayLook(path) ? readSmall(path) : undefined),
    isFolder: (path) => mayLook(path) && isFolder(path),
    listFolder: (path) => (mayLook(path) ? listNames(path) : undefined),
  };
}

/** Whether a path is a folder on this disk. What is named like a file is not asked for: nearly all that is read is one, and asking costs 4 µs. */
function isFolder(path: string): boolean {
  return extensionOf(path) === '' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The names in a folder, for globs; nothing where it is none. */
export function listNames(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}

/** A file as it is now, for triggers that compare an edit with it. What is large, gone or no file tells nothing. */
function readSmall(path: string): string | undefined {
  try {
    return readRegularSync(path, LARGEST_FILE).toString('utf8');
  } catch {
    return undefined;
  }
}

import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Environment } from './surroundings.ts';

/** Returns the executable file that a name on the PATH, or a path, refers to; undefined if there is none. */
export function findOnPath(name: string, env: Environment, platform: NodeJS.Platform): string | undefined {
  const { join, isAbsolute, delimiter } = platform === 'win32' ? win32 : posix;
  const endings = platform === 'win32' ? ['', ...(env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')] : [''];
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const bases = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name));
  return bases.flatMap((base) => endings.map((ending) => base + ending)).find((path) => canBeStarted(path, platform));
}

function canBeStarted(path: string, platform: NodeJS.Platform): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    // Windows decides by the extension.
    if (platform !== 'win32') accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

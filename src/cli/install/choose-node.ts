import { realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Environment } from '../../shared/surroundings.ts';

/** Folders that exist for one shell or one run only: version managers and package runners put these on the PATH. */
const PASSING = /multishell|[\\/]_npx[\\/]|[\\/]node_modules[\\/]|^\/(?:tmp|run\/user|private\/tmp|var\/folders)\//;

/**
 * Returns the path of Node to write into settings. The running program knows only its real path, which with Homebrew and Nix
 * contains the version and disappears after an upgrade; a link to it on the PATH stays.
 */
export function chooseNode(
  running: string,
  env: Environment,
  platform: NodeJS.Platform,
  realpath: (path: string) => string = realpathSync,
): string {
  const { join, isAbsolute, delimiter, basename } = platform === 'win32' ? win32 : posix;
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const found = folders
    .map((folder) => join(folder, basename(running)))
    .find((path) => !PASSING.test(path) && leadsTo(path));
  return found ?? running;

  function leadsTo(path: string): boolean {
    try {
      return realpath(path) === realpath(running);
    } catch {
      return false;
    }
  }
}

import { posix, win32 } from 'node:path';
import type { UserHome } from './surroundings.ts';

/** The three folders in which hardwon keeps files outside of a repository. */
export interface OwnFolders {
  /** Derived files that can be deleted at any time: the session index. */
  cache: string;
  /** Files that cannot be rebuilt: the journal, and the records for `undo`. */
  data: string;
  /** Files that people edit: configuration and the lessons of the user. */
  config: string;
}

/**
 * Returns hardwon's folders on this platform. The XDG variables take precedence everywhere, so that one setting moves them on
 * every machine.
 */
export function findOwnFolders(places: UserHome): OwnFolders {
  const platform = places.platform ?? process.platform;
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const defaults =
    platform === 'win32' ? windowsFolders(places) : platform === 'darwin' ? macFolders(places) : linuxFolders(places);
  // The XDG specification: a relative value is invalid and must be ignored.
  const choose = (variable: string, fallback: string): string => {
    const value = places.env[variable];
    return value !== undefined && isAbsolute(value) ? join(value, 'hardwon') : fallback;
  };
  return {
    cache: choose('XDG_CACHE_HOME', defaults.cache),
    data: choose('XDG_DATA_HOME', defaults.data),
    config: choose('XDG_CONFIG_HOME', defaults.config),
  };
}

function linuxFolders({ home }: UserHome): OwnFolders {
  return {
    cache: posix.join(home, '.cache', 'hardwon'),
    data: posix.join(home, '.local', 'share', 'hardwon'),
    config: posix.join(home, '.config', 'hardwon'),
  };
}

/** Configuration is edited by hand, and command line tools on macOS keep it in ~/.config: Library is hidden in the Finder. */
function macFolders({ home }: UserHome): OwnFolders {
  return {
    cache: posix.join(home, 'Library', 'Caches', 'hardwon'),
    data: posix.join(home, 'Library', 'Application Support', 'hardwon'),
    config: posix.join(home, '.config', 'hardwon'),
  };
}

/** Cache and data stay on the machine (Local); configuration follows the user (Roaming). */
function windowsFolders({ env, home }: UserHome): OwnFolders {
  const local = env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local');
  const roaming = env.APPDATA || win32.join(home, 'AppData', 'Roaming');
  return {
    cache: win32.join(local, 'hardwon', 'Cache'),
    data: win32.join(local, 'hardwon', 'Data'),
    config: win32.join(roaming, 'hardwon'),
  };
}

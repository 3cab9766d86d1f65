import { isAbsolute, join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, listFolder, markRewritten, type Skip, sortLogs } from '../log-folders.ts';
import { listSessions } from './database.ts';
import { listTree } from './storage-tree.ts';

export const AGENT = 'opencode';

/**
 * Returns the folder given on the command line, else `opencode` in XDG_DATA_HOME, else `~/.local/share/opencode`, on every
 * platform.
 */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT];
  if (chosen) return resolve(chosen);
  return join(places.env.XDG_DATA_HOME || join(places.home, '.local', 'share'), 'opencode');
}

/** Lists sessions, oldest first: those in databases, those of older versions, and files that `opencode export` wrote. */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const root = findRoot(places);
  const names = new Set(listFolder(root, skip).map((entry) => entry.name));
  const databases = [...names].filter((name) => name.endsWith('.db')).map((name) => join(root, name));
  const own = places.env.OPENCODE_DB;
  if (own && isAbsolute(own) && !databases.includes(own)) databases.push(own);
  const files = databases.flatMap((path) => listSessions(path, AGENT, skip));
  // The first start of 1.2 moves older sessions into the database and leaves their files behind.
  const moved = new Set(files.map((file) => file.path.slice(file.path.lastIndexOf(sep) + 1)));
  if (names.has('storage'))
    files.push(...listTree(join(root, 'storage'), AGENT, skip).filter((file) => !moved.has(file.session)));
  for (const folder of listExportFolders(places, root, names)) files.push(...listExports(folder, skip));
  return sortLogs(files);
}

/**
 * Lists `opencode-export` in the home folder; or the given folder, if OpenCode does not keep its own files in it: those are not
 * sessions, and one of them holds keys.
 */
function listExportFolders(places: Places, root: string, names: ReadonlySet<string>): string[] {
  if (!places.folders?.[AGENT]) return [join(places.home, 'opencode-export')];
  return names.has('storage') || [...names].some((name) => name.endsWith('.db')) ? [] : [root];
}

function listExports(folder: string, skip: Skip): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  for (const { name } of listFolder(folder, skip))
    if (name.endsWith('.json')) files.take(join(folder, name), name.slice(0, -5));
  return files.list().map(markRewritten);
}

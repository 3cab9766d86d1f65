import { statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { codeOf, leadsToFolder, listFolder, type Skip, sortLogs } from '../log-folders.ts';

export const AGENT = 'openhands';

/** Returns the folder given on the command line, else OPENHANDS_PERSISTENCE_DIR, else `~/.openhands`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.OPENHANDS_PERSISTENCE_DIR;
  return chosen ? resolve(chosen) : join(places.home, '.openhands');
}

/** How deep below a given folder conversations may be: benchmarks keep one folder per task. */
const DEEPEST = 5;

/** Lists conversations, oldest first. Each is a folder of events, which stands for them. */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const root = findRoot(places);
  const files: LogFile[] = [];
  const conversations = places.env.OPENHANDS_CONVERSATIONS_DIR || join(root, 'conversations');
  const folders = places.folders?.[AGENT] ? [root] : [resolve(conversations), join(root, 'sessions')];
  for (const folder of folders) takeFolder(folder, 0, files, skip);
  return sortLogs(files);
}

/** `event-00012-<id>.json`, before version 1 `12.json`; the numbers give the order. */
const EVENT = /^(?:event-(\d{1,9})-[\w-]{1,80}|(\d{1,9}))\.json$/;

/** Lists the names of the events in a folder, in order. */
export function listEvents(folder: string, skip: Skip = () => {}): string[] {
  const numbered = listFolder(folder, skip).flatMap(({ name }) => {
    const [, number, plain] = EVENT.exec(name) ?? [];
    return number === undefined && plain === undefined ? [] : [{ name, number: Number(number ?? plain) }];
  });
  return numbered.sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

function takeFolder(folder: string, depth: number, files: LogFile[], skip: Skip): void {
  const last = listEvents(folder, skip);
  const newest = last.at(-1);
  if (newest !== undefined) {
    try {
      const { mtimeMs } = statSync(folder + sep + newest);
      const session = basename(folder) === 'events' ? basename(dirname(folder)) : basename(folder);
      // Read whole whenever something is added: there is no position at which a read could resume.
      files.push({ agent: AGENT, path: folder, session, size: last.length, mtimeMs, inode: 0 });
    } catch (error) {
      skip(folder, codeOf(error));
    }
    return;
  }
  if (depth >= DEEPEST) return;
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    if (leadsToFolder(entry, path)) takeFolder(path, depth + 1, files, skip);
  }
}

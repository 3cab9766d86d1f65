import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, listFolder, type Skip } from '../log-folders.ts';

export const AGENT = 'copilot';

/** A folder named on the command line, else COPILOT_HOME, else `~/.copilot`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.COPILOT_HOME;
  return chosen ? resolve(chosen) : join(places.home, '.copilot');
}

/** Log files, oldest first: `session-state/<session>/events.jsonl`, in early versions `session-state/<session>.jsonl`. */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  const folder = join(findRoot(places), 'session-state');
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    if (entry.name.endsWith('.jsonl')) files.take(path, entry.name.slice(0, -6));
    // A session that was only opened has a folder without events.
    else if (!entry.isFile() && listFolder(path, skip).some(({ name }) => name === EVENTS))
      files.take(path + sep + EVENTS, entry.name);
  }
  return files.list();
}

const EVENTS = 'events.jsonl';

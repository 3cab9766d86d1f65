import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, listFolder, type Skip } from '../log-folders.ts';

export const AGENT = 'copilot';

/** Returns the folder given on the command line, else COPILOT_HOME, else `~/.copilot`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.COPILOT_HOME;
  return chosen ? resolve(chosen) : join(places.home, '.copilot');
}

/** Lists log files, oldest first: `session-state/<session>/events.jsonl`, in early versions `session-state/<session>.jsonl`. */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  for (const root of listRoots(places)) takeSessions(join(root, 'session-state'), files, skip);
  return files.list();
}

/**
 * Lists the roots. Up to 0.0.421 sessions were kept below XDG_STATE_HOME, if it was set; later versions move them only when they
 * are started.
 */
function listRoots(places: Places): string[] {
  const { XDG_STATE_HOME: state, COPILOT_HOME: own } = places.env;
  const root = findRoot(places);
  return state && !own && !places.folders?.[AGENT] ? [root, join(resolve(state), '.copilot')] : [root];
}

const EVENTS = 'events.jsonl';

function takeSessions(folder: string, files: LogFiles, skip: Skip): void {
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    if (entry.name.endsWith('.jsonl')) files.take(path, entry.name.slice(0, -6));
    // A session that was only opened has a folder without events.
    else if (!entry.isFile() && listFolder(path, skip).some(({ name }) => name === EVENTS))
      files.take(path + sep + EVENTS, entry.name);
  }
}

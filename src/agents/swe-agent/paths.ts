import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, leadsToFolder, listFolder, markRewritten, type Skip } from '../log-folders.ts';

export const AGENT = 'swe-agent';

/**
 * Returns the folder given on the command line, else SWE_AGENT_TRAJECTORY_DIR, else a folder that is not searched: there is no
 * usual one.
 */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.SWE_AGENT_TRAJECTORY_DIR;
  return chosen ? resolve(chosen) : join(places.home, '.swe-agent', 'trajectories');
}

/** `<user>/<run>/<task>/<task>.traj`, and one more level for collections of them. */
const DEEPEST = 5;

/** Lists trajectories, oldest first. */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  takeFolder(findRoot(places), 0, files, skip);
  return files.list().map(markRewritten);
}

function takeFolder(folder: string, depth: number, files: LogFiles, skip: Skip): void {
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    if (entry.name.endsWith('.traj')) files.take(path, entry.name.slice(0, -5));
    else if (depth < DEEPEST && leadsToFolder(entry, path)) takeFolder(path, depth + 1, files, skip);
  }
}

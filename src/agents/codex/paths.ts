import { basename, join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, leadsToFolder, listFolder, type Skip } from '../log-folders.ts';

export const AGENT = 'codex';

/** Returns the folder given on the command line, else CODEX_HOME, else `~/.codex`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.CODEX_HOME;
  return chosen ? resolve(chosen) : join(places.home, '.codex');
}

/** `sessions/2026/03/01/rollout-2026-03-01T09-00-00-<session>.jsonl`; archived ones are in a single folder. */
const FOLDERS = ['sessions', 'archived_sessions'];
const DEEPEST = 3;

const ROLLOUT = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-([0-9A-Za-z-]+)\.jsonl$/;

/**
 * Lists log files in the order in which they were started, which their names show: a fork repeats the calls of the session it
 * came from, even of one that continued later, and these calls belong to that session.
 */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  const root = findRoot(places);
  for (const folder of FOLDERS) takeLogs(root + sep + folder, 0, files, skip);
  return files.list().sort((a, b) => compare(basename(a.path), basename(b.path)));
}

function takeLogs(folder: string, depth: number, files: LogFiles, skip: Skip): void {
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    const session = ROLLOUT.exec(entry.name)?.[1];
    if (session !== undefined) files.take(path, session);
    else if (depth < DEEPEST && leadsToFolder(entry, path)) takeLogs(path, depth + 1, files, skip);
  }
}

/** Compares without localeCompare, because the order must be the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

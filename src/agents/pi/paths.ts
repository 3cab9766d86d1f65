import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, leadsToFolder, listFolder, type Skip } from '../log-folders.ts';

export const AGENT = 'pi';

/** Returns the folder given on the command line, else PI_CODING_AGENT_DIR, else `~/.pi/agent`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.PI_CODING_AGENT_DIR;
  return chosen ? resolve(expandHome(chosen, places.home)) : join(places.home, '.pi', 'agent');
}

/** The folder of Oh My Pi, a fork that writes the same logs. It reads PI_CONFIG_DIR as a name below the home folder. */
const FORK = '.omp';

/** How deep below `sessions/` logs may be: one folder per working directory, and in it one for the subagents of a session. */
const DEEPEST = 2;

/** Lists log files, oldest first. */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  for (const root of listRoots(places, skip)) takeFolder(join(root, 'sessions'), 0, files, skip);
  const { PI_CODING_AGENT_SESSION_DIR: sessions } = places.env;
  if (sessions && !places.folders?.[AGENT]) takeFolder(resolve(expandHome(sessions, places.home)), 0, files, skip);
  return files.list();
}

/** Returns the session in `2026-07-17T17-25-02_019f711c-367a-706b.jsonl`, which comes after the timestamp. */
export function sessionOf(name: string): string {
  const stem = name.replace(/\.jsonl$/, '');
  return /^\d{4}-\d\d-\d\dT[\d-]+Z?_(.+)$/.exec(stem)?.[1] ?? stem;
}

function listRoots(places: Places, skip: Skip): string[] {
  const root = findRoot(places);
  if (places.folders?.[AGENT]) return [root];
  const forks = new Set([FORK, places.env.PI_CONFIG_DIR || FORK]);
  return [root, ...[...forks].flatMap((name) => listProfiles(resolve(places.home, name), skip))];
}

/** Lists the profiles: a fork has an `agent` folder, and one in each of its profiles. */
function listProfiles(folder: string, skip: Skip): string[] {
  const profiles = join(folder, 'profiles');
  return [join(folder, 'agent'), ...listFolder(profiles, skip).map(({ name }) => join(profiles, name, 'agent'))];
}

function takeFolder(folder: string, depth: number, files: LogFiles, skip: Skip): void {
  const entries = listFolder(folder, skip);
  const sessions = new Set(entries.map((entry) => entry.name));
  for (const entry of entries) {
    const path = folder + sep + entry.name;
    if (entry.name.endsWith('.jsonl')) files.take(path, sessionOf(entry.name));
    // Next to the log of a session is a folder with the same name that contains the logs of its subagents.
    else if (sessions.has(`${entry.name}.jsonl`)) takeSubagents(path, sessionOf(entry.name), files, skip);
    else if (depth < DEEPEST - 1 && leadsToFolder(entry, path)) takeFolder(path, depth + 1, files, skip);
  }
}

function takeSubagents(folder: string, session: string, files: LogFiles, skip: Skip): void {
  for (const entry of listFolder(folder, skip))
    if (entry.name.endsWith('.jsonl')) files.take(folder + sep + entry.name, session);
}

function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}

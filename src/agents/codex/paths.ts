import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';

export const AGENT = 'codex';

/** A folder named on the command line, else CODEX_HOME, else `~/.codex`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.CODEX_HOME;
  return chosen ? resolve(chosen) : join(places.home, '.codex');
}

/** `sessions/2026/03/01/rollout-2026-03-01T09-00-00-<session>.jsonl`; archived ones lie in one folder. */
const FOLDERS = ['sessions', 'archived_sessions'];
const DEEPEST = 3;

const ROLLOUT = /^rollout-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-([0-9A-Za-z-]+)\.jsonl$/;

/** Log files in the order in which they were begun: a fork repeats the calls of the session it came from, and those are the latter's. */
export function findLogs(places: Places, skip: (path: string, reason: string) => void = () => {}): LogFile[] {
  const found = new Map<string, { file: LogFile; begun: string }>();
  const take = (path: string, name: string): void => {
    const parts = ROLLOUT.exec(name);
    if (parts === null) return;
    try {
      const stat = statSync(path);
      if (!stat.isFile()) return;
      // The same file reached by a link is read once. Some file systems number no files.
      const identity = stat.ino === 0 ? path : `${stat.dev}:${stat.ino}`;
      const file = { agent: AGENT, path, session: parts[2] ?? name, size: stat.size, mtimeMs: stat.mtimeMs, inode: stat.ino };
      if (!found.has(identity)) found.set(identity, { file, begun: parts[1] ?? '' });
    } catch (error) {
      skip(path, codeOf(error));
    }
  };
  const root = findRoot(places);
  for (const folder of FOLDERS) walk(root + sep + folder, 0, take, skip);
  return [...found.values()]
    .sort((a, b) => compare(a.begun, b.begun) || compare(a.file.path, b.file.path))
    .map(({ file }) => file);
}

function walk(
  folder: string,
  depth: number,
  take: (path: string, name: string) => void,
  skip: (path: string, reason: string) => void,
): void {
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    if (entry.name.endsWith('.jsonl')) take(path, entry.name);
    else if (depth < DEEPEST && leadsToFolder(entry, path)) walk(path, depth + 1, take, skip);
  }
}

function listFolder(folder: string, skip: (path: string, reason: string) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') skip(folder, code);
    return [];
  }
}

/** A folder, or a link to one. Depth is bounded, so a link that leads back does no harm. */
function leadsToFolder(entry: Dirent, path: string): boolean {
  if (entry.isDirectory()) return true;
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Not localeCompare: the order must be the same under every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

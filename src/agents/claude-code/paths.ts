import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';

export const AGENT = 'claude-code';

/** `--claude-dir`, else CLAUDE_CONFIG_DIR, else `~/.claude`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.CLAUDE_CONFIG_DIR;
  return chosen ? resolve(chosen) : join(places.home, '.claude');
}

/** Subagents that only copy the conversation (to sum it up, to answer aside, to suggest a prompt) and call no tools of their own. */
const COPIES = /^agent-a(compact|side_question|prompt_suggestion)-/;

/** How deep below `subagents/` logs may lie. */
const DEEPEST = 3;

/** Log files, oldest first. Synchronous: 200 files take 2 ms this way and 15 ms with promises. */
export function findLogs(places: Places, skip: (path: string, reason: string) => void = () => {}): LogFile[] {
  const found = new Map<string, LogFile>();
  const projects = join(findRoot(places), 'projects');
  const take = (path: string, session: string): void => {
    try {
      const stat = statSync(path);
      if (!stat.isFile()) return;
      // The same file reached by a link is read once. Some file systems number no files.
      const identity = stat.ino === 0 ? path : `${stat.dev}:${stat.ino}`;
      const file = { agent: AGENT, path, session, size: stat.size, mtimeMs: stat.mtimeMs, inode: stat.ino };
      if (!found.has(identity)) found.set(identity, file);
    } catch (error) {
      skip(path, codeOf(error));
    }
  };
  for (const project of listFolder(projects, skip)) {
    // Not join(): with a thousand names it takes as long as looking the files up.
    const folder = projects + sep + project.name;
    if (!leadsToFolder(project, folder)) continue;
    for (const entry of listFolder(folder, skip)) {
      const path = folder + sep + entry.name;
      if (entry.name.endsWith('.jsonl')) {
        if (!COPIES.test(entry.name)) take(path, entry.name.slice(0, -6));
      } else if (leadsToFolder(entry, path)) {
        takeSubagents(`${path}${sep}subagents`, entry.name, 0, take, skip);
      }
    }
  }
  return [...found.values()].sort((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1));
}

type Take = (path: string, session: string) => void;

function takeSubagents(
  folder: string,
  session: string,
  depth: number,
  take: Take,
  skip: (path: string, reason: string) => void,
): void {
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    if (entry.name.startsWith('agent-') && entry.name.endsWith('.jsonl')) {
      if (!COPIES.test(entry.name)) take(path, session);
    } else if (depth < DEEPEST && entry.isDirectory()) takeSubagents(path, session, depth + 1, take, skip);
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

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, leadsToFolder, listFolder, type Skip } from '../log-folders.ts';

export const AGENT = 'claude-code';

/** Returns the folder of `--claude-dir`, else of CLAUDE_CONFIG_DIR, else `~/.claude`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.CLAUDE_CONFIG_DIR;
  return chosen ? resolve(chosen) : join(places.home, '.claude');
}

/**
 * Subagents that only copy the conversation (to summarise it, to answer a side question, to suggest a prompt) and call no tools
 * themselves.
 */
const COPIES = /^agent-a(compact|side_question|prompt_suggestion)-/;

/** How deep below `subagents/` logs may be. */
const DEEPEST = 3;

/** Lists log files, oldest first. */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  for (const root of listRoots(places)) takeProjects(join(root, 'projects'), files, skip);
  return files.list();
}

/** Lists the roots: for a time in 2025 new sessions were kept in `~/.config/claude`, and those have stayed there. */
function listRoots(places: Places): string[] {
  const root = findRoot(places);
  if (places.folders?.[AGENT] || places.env.CLAUDE_CONFIG_DIR) return [root];
  return [root, join(places.env.XDG_CONFIG_HOME || join(places.home, '.config'), 'claude')];
}

function takeProjects(projects: string, files: LogFiles, skip: Skip): void {
  for (const project of listFolder(projects, skip)) {
    // Not join(): with a thousand names it takes as long as looking the files up.
    const folder = projects + sep + project.name;
    if (!leadsToFolder(project, folder)) continue;
    for (const entry of listFolder(folder, skip)) {
      const path = folder + sep + entry.name;
      if (entry.name.endsWith('.jsonl')) {
        if (!COPIES.test(entry.name)) files.take(path, entry.name.slice(0, -6));
      } else if (leadsToFolder(entry, path)) {
        takeSubagents(`${path}${sep}subagents`, entry.name, 0, files, skip);
      }
    }
  }
}

function takeSubagents(folder: string, session: string, depth: number, files: LogFiles, skip: Skip): void {
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    if (entry.name.startsWith('agent-') && entry.name.endsWith('.jsonl')) {
      if (!COPIES.test(entry.name)) files.take(path, session);
    } else if (depth < DEEPEST && entry.isDirectory()) takeSubagents(path, session, depth + 1, files, skip);
  }
}

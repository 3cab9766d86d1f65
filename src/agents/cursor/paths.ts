import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, leadsToFolder, listFolder, type Skip } from '../log-folders.ts';

export const AGENT = 'cursor';

/** Returns the folder given on the command line, else CURSOR_DATA_DIR, else `~/.cursor`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.CURSOR_DATA_DIR;
  return chosen ? resolve(chosen) : join(places.home, '.cursor');
}

/** `<session>.jsonl`, `<session>/<session>.jsonl`, `<session>/subagents/<agent>.jsonl`. */
const DEEPEST = 2;

/** Lists log files, oldest first: those below `projects/<project>/agent-transcripts`. */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  for (const root of listRoots(places)) {
    const projects = join(root, 'projects');
    for (const project of listFolder(projects, skip)) {
      if (!project.isFile())
        takeFolder([projects, project.name, 'agent-transcripts'].join(sep), undefined, 0, files, skip);
    }
  }
  return files.list();
}

/** Lists the roots: the variable moves the data of the terminal agent; that of the editor stays where it is. */
function listRoots(places: Places): string[] {
  const root = findRoot(places);
  return places.folders?.[AGENT] ? [root] : [...new Set([root, join(places.home, '.cursor')])];
}

function takeFolder(folder: string, session: string | undefined, depth: number, files: LogFiles, skip: Skip): void {
  for (const entry of listFolder(folder, skip)) {
    const path = folder + sep + entry.name;
    if (entry.name.endsWith('.jsonl')) files.take(path, session ?? entry.name.slice(0, -6));
    else if (depth < DEEPEST && leadsToFolder(entry, path))
      takeFolder(path, session ?? entry.name, depth + 1, files, skip);
  }
}

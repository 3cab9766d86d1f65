import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, listFolder, markRewritten, type Skip } from '../log-folders.ts';

export const AGENT = 'gemini';

/** Returns the folder given on the command line, else `.gemini` in GEMINI_CLI_HOME, else in the home folder. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT];
  return chosen ? resolve(chosen) : join(resolve(places.env.GEMINI_CLI_HOME || places.home), '.gemini');
}

/**
 * Lists log files, oldest first: `tmp/<project>/chats/session-*`, and those in a folder next to them for the subagents of each
 * session.
 */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  const folder = join(findRoot(places), 'tmp');
  for (const project of listFolder(folder, skip)) {
    if (project.isFile()) continue;
    const chats = [folder, project.name, 'chats'].join(sep);
    for (const entry of listFolder(chats, skip)) {
      const path = chats + sep + entry.name;
      if (/^session-.*\.jsonl?$/.test(entry.name)) files.take(path, sessionOf(entry.name));
      else if (!entry.isFile()) takeSubagents(path, entry.name, files, skip);
    }
  }
  return files.list().map((file) => (file.path.endsWith('.json') ? markRewritten(file) : file));
}

/** Returns the part of the session id that is in the name of a file. The header inside has the whole id. */
export function sessionOf(name: string): string {
  const stem = name.replace(/\.jsonl?$/, '');
  return /^session-[\dT-]{10,16}-(.+)$/.exec(stem)?.[1] ?? stem;
}

function takeSubagents(folder: string, session: string, files: LogFiles, skip: Skip): void {
  for (const { name } of listFolder(folder, skip))
    if (name.endsWith('.jsonl')) files.take(folder + sep + name, session);
}

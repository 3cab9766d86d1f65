import { type Dirent, readdirSync, statSync } from 'node:fs';
import type { LogFile } from './agent.ts';

/** Called for each file or folder that cannot be read. */
export type Skip = (path: string, reason: string) => void;

/** Collects the log files of one agent. */
export class LogFiles {
  readonly #agent: string;
  readonly #skip: Skip;
  readonly #found = new Map<string, LogFile>();

  constructor(agent: string, skip: Skip) {
    this.#agent = agent;
    this.#skip = skip;
  }

  /** Adds a path if it is a file. A file that is also reached by a link is added once. */
  take(path: string, session: string): void {
    try {
      const stat = statSync(path);
      if (!stat.isFile()) return;
      // Some file systems do not number files.
      const identity = stat.ino === 0 ? path : `${stat.dev}:${stat.ino}`;
      const file = { agent: this.#agent, path, session, size: stat.size, mtimeMs: stat.mtimeMs, inode: stat.ino };
      if (!this.#found.has(identity)) this.#found.set(identity, file);
    } catch (error) {
      this.#skip(path, codeOf(error));
    }
  }

  /** Returns the files that were added, oldest first. */
  list(): LogFile[] {
    return sortLogs([...this.#found.values()]);
  }
}

/** Sorts oldest first: a fork then finds its calls with the session that it was forked from. */
export function sortLogs(files: LogFile[]): LogFile[] {
  return files.sort((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1));
}

/**
 * Marks a file that its client rewrites each time: if it changed, it counts as a different one, its earlier content is forgotten,
 * and it is read whole.
 */
export function markRewritten(file: LogFile): LogFile {
  return { ...file, inode: Math.trunc(file.mtimeMs) * 4096 + (file.size % 4096) };
}

/** Lists a folder; empty if it does not exist. Synchronous: 200 files take 2 ms this way and 15 ms with promises. */
export function listFolder(folder: string, skip: Skip): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') skip(folder, code);
    return [];
  }
}

/**
 * Whether an entry is a folder, or a link to one. Callers that follow links limit the depth, so that a circular link does no
 * harm.
 */
export function leadsToFolder(entry: Dirent, path: string): boolean {
  if (entry.isDirectory()) return true;
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns the error code, such as `EACCES`, or else the message. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

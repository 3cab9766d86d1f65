import { mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';

/** A store that is ready for use, and notices about it. */
export interface OpenedStore {
  store: Store;
  /** Its file; `:memory:` if none can be written. */
  path: string;
  notices: string[];
}

export const IN_MEMORY = ':memory:';

/** Maximum time to wait for another process that creates the file. */
const PATIENCE_MS = 5000;

/**
 * Opens the index. A damaged file is set aside and a new one created; if nothing can be written, the index is kept in memory for
 * this run. All of its content can be read from the logs again.
 */
export async function openStore(path: string): Promise<OpenedStore> {
  if (path === IN_MEMORY) return { store: openSqlite(path), path, notices: [] };
  const notices: string[] = [];
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      // Logs are private, and so is the text read from them.
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      return { store: openSqlite(path), path, notices };
    } catch (error) {
      // While another process creates the file, SQLite does not wait by itself.
      if (isBusy(error) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 10));
      else if (isDamage(error) && !isFull(error, path) && notices.length === 0) notices.push(setAside(path));
      else {
        notices.push(tellUnkept(path, error));
        break;
      }
    }
  }
  return { store: openSqlite(IN_MEMORY), path: IN_MEMORY, notices };
}

/** Explains that the index is in memory, and why. */
export function tellUnkept(path: string, error: unknown): string {
  const reason = isFull(error, path) ? 'the disk is full' : describe(error);
  return `The session index cannot be kept in ${path} (${reason}): everything is read again each time.`;
}

/** Moves a damaged file out of the way. It must be closed. Returns a notice about it. */
export function setAside(path: string): string {
  const aside = `${path}.damaged-${Date.now()}`;
  try {
    renameSync(path, aside);
    // They belong to the old file, and would damage the new one.
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    return `The session index was damaged. It was set aside as ${aside} and is rebuilt from the logs.`;
  } catch (error) {
    return `The session index ${path} is damaged and could not be set aside (${describe(error)}).`;
  }
}

/** Whether an error means that the file is not, or no longer, a database of hardwon. */
export function isDamage(error: unknown): boolean {
  // A broken page can also look like a disk failure.
  return /not a database|malformed|corrupt|disk I\/O error|newer version/i.test(describe(error));
}

/** SQLite cannot start writing with less free space than this: the file for its shared memory alone takes 32 kB. */
const LEAST_ROOM = 256 * 1024;

/** Whether there is no space to write. Before SQLite has started writing, it reports that as a disk failure, just like damage. */
export function isFull(error: unknown, path: string, measure = measureRoom): boolean {
  const text = describe(error);
  return /disk is full/i.test(text) || (/disk I\/O error/i.test(text) && measure(dirname(path)) < LEAST_ROOM);
}

/** Returns the free bytes on the disk of a folder; infinity if that cannot be determined. */
function measureRoom(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function isBusy(error: unknown): boolean {
  return /database is locked|busy/i.test(describe(error));
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** How to look at a tree. */
export interface TreeOptions {
  /** Folders, relative to the root, that are left out. */
  without?: readonly string[];
  /** Also when each file and folder was last changed: equal only where nothing was written, not even the same bytes. */
  times?: boolean;
}

/** hardwon's own derived files, which any run may write. */
export const CACHE = '.cache/hardwon';
/** What hardwon keeps for `undo`. */
export const DATA = '.local/share/hardwon';

/** Every file, folder and link below a folder, each as one line: path, mode, digest. */
export async function takeTree(root: string, { without = [], times = false }: TreeOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  const walk = async (folder: string, name: string): Promise<void> => {
    for (const entry of await readdir(folder)) {
      const path = join(folder, entry);
      const short = name === '' ? entry : `${name}/${entry}`;
      // SQLite takes its side files away when statements of a run in this process are collected, whenever that is.
      if (without.some((each) => short === each) || /\.db-(?:shm|wal)$/.test(entry)) continue;
      const facts = await lstat(path);
      const content = facts.isDirectory()
        ? 'folder'
        : facts.isSymbolicLink()
          ? `link to ${await readlink(path)}`
          : createHash('sha256')
              .update(await readFile(path))
              .digest('hex')
              .slice(0, 16);
      lines.push(`${short} ${(facts.mode & 0o7777).toString(8)} ${content}${times ? ` ${facts.mtimeMs}` : ''}`);
      if (facts.isDirectory()) await walk(path, short);
    }
  };
  await walk(root, '');
  return lines.sort();
}

/** The text of every file below a folder, for a search in all of them. */
export async function readAll(root: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? await readFile(path).catch(() => undefined) : undefined;
    if (bytes) found.set(path, bytes);
  }
  return found;
}

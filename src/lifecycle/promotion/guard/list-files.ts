import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Upper bound: more files reveal nothing new about where tests are. */
const MOST_FILES = 20_000;
const DEEPEST = 12;

/** Folders that tools write: packages, builds, and names that begin with a dot. */
const OTHERS = /^(?:node_modules|bower_components|vendor|target|dist|build|out|coverage|venv|env|__pycache__|\..*)$/;

/** Lists the files of a repository, relative to its root and with forward slashes, those nearer the root first. */
export async function listFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  let level = [''];
  for (let depth = 0; depth < DEEPEST && level.length > 0 && files.length < MOST_FILES; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile()) files.push(name);
        else if (entry.isDirectory() && !OTHERS.test(entry.name)) next.push(name);
      }
    }
    level = next;
  }
  return files.slice(0, MOST_FILES);
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** More files than this say nothing new about where tests are. */
const MOST_FILES = 20_000;
const DEEPEST = 12;

/** Folders that others write: packages, builds, and what begins with a dot. */
const OTHERS = /^(?:node_modules|bower_components|vendor|target|dist|build|out|coverage|venv|env|__pycache__|\..*)$/;

/** The files of a repository, from its root and with forward slashes; nearer ones first. */
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

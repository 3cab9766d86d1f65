import { lstatSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Nobody nests repositories deeper than this by accident. */
const DEEPEST = 10;

/**
 * Does something while the git folders of repositories that an agent made in its checkout are out of the way. Git would take each for one
 * entry that names a commit nobody else has, and the files in it would be lost; a generator of projects makes one without being asked.
 * `listUntracked` gives untracked paths as git does: a repository ends with a slash.
 */
export async function hidingRepositories<T>(
  { tree, gitDir }: { tree: string; gitDir: string },
  listUntracked: () => Promise<readonly string[]>,
  work: () => Promise<T>,
): Promise<T> {
  const hidden: { from: string; to: string }[] = [];
  try {
    // Those within another one are seen when that is none any more.
    for (let depth = 0; depth < DEEPEST; depth++) {
      const found = (await listUntracked()).filter((path) => path.endsWith('/')).map((path) => join(tree, path, '.git'));
      const own = found.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory());
      if (own.length === 0) break;
      for (const from of own) {
        const to = join(gitDir, `hardwon-hidden-${hidden.length}`);
        await rename(from, to);
        hidden.push({ from, to });
      }
    }
    return await work();
  } finally {
    for (const { from, to } of hidden) await rename(to, from);
  }
}

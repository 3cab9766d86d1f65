import { lstatSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Upper bound: nobody nests repositories more deeply by accident. */
const DEEPEST = 10;

/**
 * Runs a function while the git folders of repositories that an agent created in its checkout are moved out of the way. Git would
 * treat each as one entry with a commit that nobody else has, and the files in it would be lost; project generators create such
 * repositories without being asked. `listUntracked` returns untracked paths as git does: a repository ends with a slash.
 */
export async function hidingRepositories<T>(
  { tree, gitDir }: { tree: string; gitDir: string },
  listUntracked: () => Promise<readonly string[]>,
  work: () => Promise<T>,
): Promise<T> {
  const hidden: { from: string; to: string }[] = [];
  try {
    // Nested ones are visible only once the outer one is no longer a repository.
    for (let depth = 0; depth < DEEPEST; depth++) {
      const found = (await listUntracked())
        .filter((path) => path.endsWith('/'))
        .map((path) => join(tree, path, '.git'));
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

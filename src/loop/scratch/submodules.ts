import { join } from 'node:path';
import { exists } from '../../shared/files.ts';
import { tryGit } from './run-git.ts';
import { gitIn, type Scratch } from './scratch.ts';
import { describeSource, type Source } from './source.ts';

/** A submodule that is checked out in the user's checkout. */
export interface FoundSubmodule {
  /** Relative to the root of the repository that contains it. */
  path: string;
  source: Source;
  /** The commit that the repository records for it. */
  commit: string;
}

/**
 * Finds the submodules of a commit that the user has checked out; others are empty folders in the user's checkout, too. `tell` is
 * notified of those that cannot be filled.
 */
export async function findSubmodules(
  { root }: Source,
  scratch: Pick<Scratch, 'tree' | 'gitDir'>,
  shown: string,
  tell: (notice: string) => void,
): Promise<FoundSubmodule[]> {
  const found: FoundSubmodule[] = [];
  for (const { path, commit } of await listRecorded(scratch, shown)) {
    const folder = join(root, path);
    if (!(await exists(join(folder, '.git')))) continue;
    const source = await describeSource(folder).catch(() => undefined);
    const isWhole = source?.root === folder && (await tryGit(folder, ['cat-file', '-e', `${commit}^{commit}`])).code === 0;
    if (source && isWhole) found.push({ path, source, commit });
    else
      tell(`the submodule ${path} stays empty: its commit ${commit.slice(0, 12)} is not here; git submodule update fetches it`);
  }
  return found;
}

async function listRecorded(
  scratch: Pick<Scratch, 'tree' | 'gitDir'>,
  shown: string,
): Promise<{ path: string; commit: string }[]> {
  const said = await gitIn(scratch, ['ls-tree', '-r', '-z', '--full-tree', shown]);
  return said.split('\0').flatMap((line) => {
    const [, commit, path] = /^160000 commit (\w+)\t(.*)$/s.exec(line) ?? [];
    return commit === undefined || path === undefined ? [] : [{ path, commit }];
  });
}

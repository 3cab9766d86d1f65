import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';

/**
 * Returns the roots that a run may have written to, as seen from a folder: that of the repository, or if there is none, this
 * folder and its parents.
 */
export function listRoots(folder: string): string[] {
  // A typo in --project must not select the project of the working directory.
  if (!existsSync(folder)) return [folder];
  const disk = openDisk();
  const roots = [findRepository(folder, disk)];
  if (disk.findGit(folder)) return roots;
  for (let above = dirname(roots[0] ?? folder); above !== dirname(above); above = dirname(above)) roots.push(above);
  return roots;
}

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';

/** The roots that a run may have written for, seen from a folder: the repository's, or where there is none this one and those above it. */
export function listRoots(folder: string): string[] {
  // A slip in --project must not mean the project that one happens to be in.
  if (!existsSync(folder)) return [folder];
  const disk = openDisk();
  const roots = [findRepository(folder, disk)];
  if (disk.findGit(folder)) return roots;
  for (let above = dirname(roots[0] ?? folder); above !== dirname(above); above = dirname(above)) roots.push(above);
  return roots;
}

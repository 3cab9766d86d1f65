import { type GitDisk, openDisk } from './git-folder.ts';

/** The main checkout of the repository that a folder lies in; the folder itself where it is in none. Needs no sessions. */
export function findRepository(folder: string, disk: GitDisk = openDisk()): string {
  return disk.findGit(folder)?.main ?? disk.real(folder);
}

import { type GitDisk, openDisk } from './git-folder.ts';

/** Returns the main checkout of the repository that contains a folder; the folder itself if it is in none. Needs no sessions. */
export function findRepository(folder: string, disk: GitDisk = openDisk()): string {
  return disk.findGit(folder)?.main ?? disk.real(folder);
}

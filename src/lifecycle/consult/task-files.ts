import { existsSync } from 'node:fs';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import { readAskedFiles } from './asked-files.ts';
import { listTouchedFiles } from './changed-files.ts';

/** The files that a task is about. */
export interface TaskFiles {
  /** `given`: they were named. `git`: what is changed. `none`: nothing is. */
  from: 'given' | 'git' | 'none';
  list: string[];
  /** Whether there are more than were taken. */
  isCut: boolean;
}

/** Where files are named. */
export interface TaskPlace {
  /** A folder of the project. */
  folder: string;
  /** The working folder, which paths are seen from where it lies in the project. */
  cwd: string;
  home: string;
}

/** The files of a task: those that were named, else what is changed in git. `outside` were named, and lie elsewhere. */
export async function findTaskFiles(
  named: readonly string[] | undefined,
  { folder, cwd, home }: TaskPlace,
): Promise<{ files: TaskFiles; outside: string[] }> {
  const disk = openDisk();
  const git = disk.findGit(folder);
  const top = git?.top ?? disk.real(folder);
  if (named) {
    const isHere = disk.findGit(cwd)?.main === git?.main && existsSync(cwd);
    const tops = git ? [git.main, ...git.worktrees] : [];
    const from = { cwd: disk.real(isHere ? cwd : folder), top, tops, home };
    const { files: list, outside } = readAskedFiles(named, from, disk);
    // Without files all lessons would go by phase, which is not what was asked.
    if (list.length === 0) {
      const what = outside.length === 0 ? 'No file was named.' : `None of the files is in ${top}: ${outside.join(', ')}`;
      throw new AppError('usage', what, { hint: 'Name files, folders or globs of this project.' });
    }
    return { files: { from: 'given', list, isCut: false }, outside };
  }
  const { files: list, isCut } = git ? await listTouchedFiles(top) : { files: [], isCut: false };
  return { files: { from: list.length > 0 ? 'git' : 'none', list, isCut }, outside: [] };
}

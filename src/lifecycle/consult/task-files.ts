import { existsSync } from 'node:fs';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import { readAskedFiles } from './asked-files.ts';
import { listTouchedFiles } from './changed-files.ts';

/** The files that a task is about. */
export interface TaskFiles {
  /** `given`: they were named. `git`: they are the changed files. `none`: nothing is changed. */
  from: 'given' | 'git' | 'none';
  list: string[];
  /** Whether the list was cut because there are more. */
  isCut: boolean;
}

/** The place from which files are named. */
export interface TaskPlace {
  /** A folder of the project. */
  folder: string;
  /** The working directory, to which paths are relative if it is inside the project. */
  cwd: string;
  home: string;
}

/**
 * Returns the files of a task: those that were named, or else those changed in git. `outside` holds named files outside the
 * project.
 */
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
    // Without files, all lessons would be selected by phase, which was not asked for.
    if (list.length === 0) {
      const what =
        outside.length === 0 ? 'No file was named.' : `None of the files is in ${top}: ${outside.join(', ')}`;
      throw new AppError('usage', what, { hint: 'Name files, folders or globs of this project.' });
    }
    return { files: { from: 'given', list, isCut: false }, outside };
  }
  const { files: list, isCut } = git ? await listTouchedFiles(top) : { files: [], isCut: false };
  return { files: { from: list.length > 0 ? 'git' : 'none', list, isCut }, outside: [] };
}

import type { Lesson } from '../../lessons/lesson.ts';
import { loadMemory } from '../../memory/memory.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import type { LearnReport } from '../learn/learn-report.ts';
import type { MatchSource } from './match-calls.ts';

/** Which lessons are wanted, and what teaches them where there is no memory yet. */
export interface WantedLessons {
  /** Also those that are not delivered yet. */
  watching: boolean;
  learn(): Promise<LearnReport>;
}

/** The lessons that calls in a project are matched with: those in its memory, else what its sessions teach. */
export async function loadProjectLessons(folder: string, { watching, learn }: WantedLessons): Promise<MatchSource[]> {
  const isWanted = lessonFilter(watching);
  const git = openDisk().findGit(folder);
  const root = git?.main ?? folder;
  const { entries } = await loadMemory(root);
  if (entries.length > 0) return [{ root, folders: [...new Set([root, git?.top ?? root])], lessons: entries.filter(isWanted) }];
  const { projects } = await learn();
  if (projects.length === 0)
    throw new AppError('not-found', `There are no lessons for ${folder}: no memory, and no sessions to learn from.`, {
      hint: 'hardwon projects lists the folders that have sessions; --lessons takes what hardwon learn --json printed.',
    });
  return projects.map(({ root: own, folders, lessons }) => ({ root: own, folders, lessons: lessons.filter(isWanted) }));
}

/** Lessons that are delivered; with `watching`, also those that wait. */
export function lessonFilter(watching: boolean): (lesson: Pick<Lesson, 'status'>) => boolean {
  return ({ status }) => status === 'ready' || (watching && status === 'watching');
}

import type { Lesson } from '../../lessons/lesson.ts';
import { loadMemory } from '../../memory/memory.ts';
import { isToldByHooks } from '../../memory/told-how.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import type { LearnReport } from '../learn/learn-report.ts';
import type { MatchSource } from './match-calls.ts';

/** The lessons to load, and the way to learn them if there is no memory yet. */
export interface WantedLessons {
  /** Whether to include lessons that are not yet delivered. */
  watching: boolean;
  learn(): Promise<LearnReport>;
}

/** Loads the lessons to match with calls in a project: those in its memory, or else those learned from its sessions. */
export async function loadProjectLessons(folder: string, { watching, learn }: WantedLessons): Promise<MatchSource[]> {
  const isWanted = lessonFilter(watching);
  const git = openDisk().findGit(folder);
  const root = git?.main ?? folder;
  const { entries } = await loadMemory(root);
  if (entries.length > 0)
    return [{ root, folders: [...new Set([root, git?.top ?? root])], lessons: entries.filter(isWanted) }];
  const { projects } = await learn();
  if (projects.length === 0)
    throw new AppError('not-found', `There are no lessons for ${folder}: no memory, and no sessions to learn from.`, {
      hint: 'hardwon projects lists the folders that have sessions; --lessons takes what hardwon learn --json printed.',
    });
  return projects.map(({ root: own, folders, lessons }) => ({ root: own, folders, lessons: lessons.filter(isWanted) }));
}

/** Returns a filter for lessons that hooks tell; with `watching`, also for those being watched. */
export function lessonFilter(watching: boolean): (lesson: Pick<Lesson, 'status' | 'told'>) => boolean {
  return (lesson) => isToldByHooks(lesson) || (watching && lesson.status === 'watching');
}

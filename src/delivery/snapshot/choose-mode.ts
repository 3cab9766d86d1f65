import type { LessonMode, LiveMode } from '../../config/config.ts';
import { isProven } from '../../lessons/triggers/proven.ts';
import type { SnapshotLesson } from './snapshot.ts';

export type { LessonMode };

/**
 * Returns the reaction of hooks to a call that a lesson is about. The user's setting for the lesson is followed; otherwise its
 * record decides how far the mode for all lessons applies. A lesson that was wrong when it stopped a call only warns from then
 * on, unless somebody confirms it.
 */
export function chooseMode(lesson: SnapshotLesson, mode: LiveMode): LessonMode {
  if (lesson.own !== undefined) return lesson.own;
  if (mode === 'off' || mode === 'note') return mode;
  // A trigger that mostly interrupts what is right is silent before a call.
  if (lesson.mode === 'note') return 'note';
  if (mode === 'auto') return lesson.replayed && isProven(lesson.replayed) && !lesson.isContradicted ? 'stop' : 'warn';
  return mode === 'stop' && mayStop(lesson) ? 'stop' : 'warn';
}

/**
 * Whether a lesson may stop a call. With `stop` the user wants more than what was proved here, but not to be stopped by a lesson
 * that was rarely seen or whose calls often worked.
 */
function mayStop({ confidence, failed, succeeded }: SnapshotLesson): boolean {
  return confidence !== 'low' && failed >= 3 && succeeded * 10 <= failed;
}

/**
 * Returns the user's setting for a lesson: by its id, or by the name of the project's folder and its id. If both exist, the
 * quieter one counts.
 */
export function findOverride(
  overrides: Readonly<Record<string, LessonMode>> = {},
  project: string,
  id: string,
): LessonMode | undefined {
  const [first, second] = [overrides[`${project}/${id}`], overrides[id]];
  return first !== undefined && second !== undefined && LADDER.indexOf(second) > LADDER.indexOf(first)
    ? first
    : (second ?? first);
}

const LADDER: readonly LessonMode[] = ['off', 'note', 'warn', 'stop', 'deny', 'rewrite'];

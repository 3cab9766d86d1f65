import type { Lesson, LessonKind } from '../lesson.ts';
import { modeOf } from './mode.ts';

/** Returns why a lesson is not shown before a call; undefined if its trigger warns. */
export function reasonUnwarned({ kind, trigger }: Pick<Lesson, 'kind' | 'trigger'>): string | undefined {
  if (trigger?.error !== undefined) return 'only the error tells when it applies, and that comes after the call';
  if (trigger)
    return modeOf(trigger) === 'warn'
      ? undefined
      : 'such calls go well more often than not, so it is told in files only';
  return (
    reasons[kind] ?? 'the text of a call does not tell whether it applies: calls like those that failed work as well'
  );
}

const reasons: Readonly<Partial<Record<LessonKind, string>>> = {
  convention: 'it is about code while it is written, and no single call shows that',
  preference: 'it is about a way of working, and no single call goes against it',
  prerequisite: 'what has to be so first shows in no call that hooks see',
  retry: 'the call is right, and only its failure tells that it has to be sent again',
  permission: 'what is refused is decided by the settings of the agent, not by the text of a call',
};

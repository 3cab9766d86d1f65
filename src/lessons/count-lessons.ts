import type { Lesson, LessonStatus } from './lesson.ts';

/** What becomes of a lesson: what was promoted has its rule elsewhere, and is no longer told, whatever its status was. */
export type LessonState = LessonStatus | 'promoted';

/** A lesson as it is counted. */
export type CountedLesson = Pick<Lesson, 'status'> & { promoted?: string | undefined };

/** Which of the four a lesson is; each is one of them. */
export function stateOf({ status, promoted }: CountedLesson): LessonState {
  return promoted ? 'promoted' : status;
}

/** How many lessons there are of each: the one count that every list, page and report shows. */
export function countLessons(lessons: Iterable<CountedLesson>): Record<LessonState, number> {
  const counts = { ready: 0, watching: 0, retired: 0, promoted: 0 };
  for (const lesson of lessons) counts[stateOf(lesson)] += 1;
  return counts;
}

/** Whether sessions of one of the agents are evidence of a lesson; where none is named, of any, and of none. */
export function isOfAgents({ evidence }: Pick<Lesson, 'evidence'>, agents: readonly string[]): boolean {
  return agents.length === 0 || evidence.some(({ agent }) => agents.includes(agent));
}

import type { Lesson, LessonStatus } from './lesson.ts';

/** The state of a lesson: a promoted lesson has its rule elsewhere and is no longer told, whatever its status was. */
export type LessonState = LessonStatus | 'promoted';

/** Returns the state of a lesson; each lesson has exactly one. */
export function stateOf({ status, promoted }: { status: LessonStatus; promoted?: string | undefined }): LessonState {
  return promoted ? 'promoted' : status;
}

/** Counts the lessons by state: the one count that every list, page and report shows. */
export function countLessons(lessons: Iterable<Parameters<typeof stateOf>[0]>): Record<LessonState, number> {
  const counts = { ready: 0, watching: 0, retired: 0, promoted: 0 };
  for (const lesson of lessons) counts[stateOf(lesson)] += 1;
  return counts;
}

/** Whether sessions of one of the agents are evidence of a lesson; true for every lesson if no agent is given. */
export function isOfAgents({ evidence }: Pick<Lesson, 'evidence'>, agents: readonly string[]): boolean {
  return agents.length === 0 || evidence.some(({ agent }) => agents.includes(agent));
}

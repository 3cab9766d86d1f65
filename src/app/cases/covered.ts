import type { Case } from '../../cases/case.ts';
import type { UnexplainedCases } from '../../delivery/snapshot/snapshot.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { estimateTokens } from '../../shared/estimate-tokens.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import { readKept, unexplainedCases } from '../../teach/kept-answers.ts';
import { writeQuestion } from '../../teach/prompt.ts';
import { MOST_EVIDENCE } from '../../verify/lesson-of.ts';
import type { ProjectCases } from './open-cases.ts';

/** Returns the lesson behind which most of the calls of a case are. */
export function findCovered(cases: readonly Case[], lessons: readonly Lesson[]): Map<string, Lesson> {
  const byCall = new Map<string, Lesson>();
  for (const lesson of lessons)
    if (lesson.status !== 'retired') for (const { call } of lesson.evidence) if (call) byCall.set(call, lesson);
  const covered = new Map<string, Lesson>();
  for (const { id, failing } of cases) {
    const counts = new Map<Lesson, number>();
    for (const { step } of failing) {
      const lesson = byCall.get(step.call.id);
      if (lesson) counts.set(lesson, (counts.get(lesson) ?? 0) + 1);
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1]);
    if (best && best[1] >= Math.min(failing.length, MOST_EVIDENCE) / 2) covered.set(id, best[0]);
  }
  return covered;
}

/** Counts what recurs without a lesson and may need one, and what it cost. */
export async function countUnexplained(
  open: Pick<ProjectCases, 'project' | 'book' | 'covered' | 'lessons'>,
  request: UserHome,
): Promise<UnexplainedCases> {
  const kept = await readKept(findOwnFolders(request).data, open.project.id);
  const cases = unexplainedCases(open, kept);
  const sum = (of: (one: Case) => number) => Math.round(cases.reduce((all, one) => all + of(one), 0));
  return {
    cases: cases.length,
    calls: sum(({ cost }) => cost.calls),
    minutes: sum(({ cost }) => cost.minutes),
    tokens: cases.length > 0 ? estimateTokens(writeQuestion(open.book)) : 0,
  };
}

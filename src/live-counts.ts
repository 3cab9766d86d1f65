import { foldJournal, type LiveCount } from './delivery/journal/fold-journal.ts';
import type { LearnReport } from './learn-report.ts';
import { findOwnFolders } from './shared/folders.ts';

/** A report with what came of each lesson while agents worked. Added last, because hooks write while a kept answer stays the same. */
export function addLiveCounts(report: LearnReport, places: Parameters<typeof findOwnFolders>[0]): LearnReport {
  const counts = foldJournal(findOwnFolders(places).data);
  if (counts.size === 0) return report;
  return {
    ...report,
    projects: report.projects.map((project) => ({
      ...project,
      lessons: project.lessons.map((lesson) => withCount(lesson, counts.get(project.root))),
    })),
  };
}

/** A lesson with what came of it, where it was shown. */
export function withCount<T extends { id: string }>(
  lesson: T,
  counts: ReadonlyMap<string, LiveCount> | undefined,
): T & { live?: LiveCount } {
  const live = counts?.get(lesson.id);
  return live ? { ...lesson, live } : lesson;
}

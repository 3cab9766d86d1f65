import { foldJournal, type LiveCount } from './delivery/journal/fold-journal.ts';
import type { LearnReport } from './learn-report.ts';
import { listNoted } from './noted-sessions.ts';
import { findOwnFolders } from './shared/folders.ts';

/** A report with what came of each lesson while agents worked, and what hooks noted. Added last, because hooks write while a kept answer stays the same. */
export async function addLiveCounts(report: LearnReport, places: Parameters<typeof findOwnFolders>[0]): Promise<LearnReport> {
  const { data } = findOwnFolders(places);
  const counts = foldJournal(data);
  const projects = report.projects.map(async (project) => {
    const { length: noted } = await listNoted(data, project.root);
    return {
      ...project,
      ...(noted > 0 ? { noted } : {}),
      lessons: project.lessons.map((lesson) => withCount(lesson, counts.get(project.root))),
    };
  });
  return { ...report, projects: await Promise.all(projects) };
}

/** A lesson with what came of it, where it was shown. */
export function withCount<T extends { id: string }>(
  lesson: T,
  counts: ReadonlyMap<string, LiveCount> | undefined,
): T & { live?: LiveCount } {
  const live = counts?.get(lesson.id);
  return live ? { ...lesson, live } : lesson;
}

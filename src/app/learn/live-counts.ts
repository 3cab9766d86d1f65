import { foldJournal, type LiveCount } from '../../delivery/journal/fold-journal.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { listNoted } from '../history/noted-sessions.ts';
import type { LearnReport } from './learn-report.ts';

/**
 * Adds the effect of each lesson while agents worked. This comes last because hooks write while a cached answer stays the same.
 */
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

/** Adds the number of sessions of each project that hooks noted because they may hold lessons. */
export async function addNoted(
  report: LearnReport,
  places: Parameters<typeof findOwnFolders>[0],
): Promise<LearnReport> {
  const projects = report.projects.map(async (project) => {
    const { length: noted } = await listNoted(findOwnFolders(places).data, project.root);
    return noted > 0 ? { ...project, noted } : project;
  });
  return { ...report, projects: await Promise.all(projects) };
}

/** Adds the effect of a lesson, if it was shown. */
export function withCount<T extends { id: string }>(
  lesson: T,
  counts: ReadonlyMap<string, LiveCount> | undefined,
): T & { live?: LiveCount } {
  const live = counts?.get(lesson.id);
  return live ? { ...lesson, live } : lesson;
}

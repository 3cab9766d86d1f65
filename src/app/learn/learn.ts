import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveConfig } from '../../config/config.ts';
import type { Findings } from '../../lessons/distil-project.ts';
import type { Taught } from '../../lessons/everywhere.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import type { Library } from '../history/session-history.ts';
import { keepAnswer, keepReport, type ProjectDependencies, recallAnswer, recallReport } from './learn-cache.ts';
import type { LearnReport, ProjectReport } from './learn-report.ts';

/**
 * Turns logs into lessons: reads new lines, groups them by project, mines each project, merges the lessons into memory, and plans
 * or writes the files.
 */
export async function learn(asked: LearnRequest): Promise<LearnReport> {
  const request = await withConfig(asked);
  const library = await openLibrary(request);
  try {
    const known = await recallAnswer(library, request);
    if (known) return await addWhatHooksDo(known, request);
    // Loaded here, because a run without anything new needs none of it.
    const { chooseProjects } = await import('./choose-projects.ts');
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const reports: ProjectReport[] = [];
    const taught: Taught[] = [];
    const dependencies: ProjectDependencies[] = [];
    for (const project of projects) {
      const kept = await recallReport(library, request, project);
      // Lessons that hold everywhere are sought in the findings of all projects.
      const findings = kept && !request.all ? undefined : await library.findings(project);
      if (findings) taught.push(findings);
      const learned = kept ?? (await learnAndKeep(library, request, project, findings));
      reports.push(learned.report);
      dependencies.push(learned);
    }
    const everywhere = request.all
      ? await (await import('./learn-everywhere.ts')).learnEverywhere(taught, request)
      : undefined;
    const report: LearnReport = {
      schema: 1,
      at: request.now.toISOString(),
      read: library.read,
      projects: reports,
      everywhere,
      nothing,
      notices: library.notices,
    };
    await keepAnswer(library, request, report, dependencies);
    return await addWhatHooksDo(report, request);
  } finally {
    library.close();
  }
}

async function learnAndKeep(
  library: Library,
  request: ConfiguredRequest,
  project: Project,
  known: Findings | undefined,
): Promise<ProjectDependencies & { report: ProjectReport }> {
  const { learnProject } = await import('./learn-project.ts');
  const report = await learnProject(project, known ?? (await library.findings(project)), request);
  return { report, ...(await keepReport(library, request, project, report)) };
}

/**
 * Adds the facts about hooks. They come last because hooks are installed, removed and write while a cached answer stays the same.
 */
async function addWhatHooksDo(report: LearnReport, request: ConfiguredRequest): Promise<LearnReport> {
  const isAnyOnMatch = report.projects.some(({ lessons }) => lessons.some(({ told }) => told !== undefined));
  const noted = isAnyOnMatch ? (await import('./missing-hooks.ts')).noteMissingHooks(report, request) : report;
  return withLiveCounts(noted, request);
}

/** Adds the effect of lessons while agents worked. Loads nothing on the many machines without hooks. */
async function withLiveCounts(
  report: LearnReport,
  request: LearnRequest & { live?: LiveConfig },
): Promise<LearnReport> {
  if (!existsSync(join(findOwnFolders(request).data, 'live'))) return report;
  const { addLiveCounts, addNoted } = await import('./live-counts.ts');
  const counted = addLiveCounts(report, request);
  return request.live?.stop === 'off' || request.live?.mode === 'off' ? counted : addNoted(counted, request);
}

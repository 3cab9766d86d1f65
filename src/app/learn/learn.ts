import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveConfig } from '../../config/config.ts';
import type { Taught } from '../../lessons/everywhere.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { openBook } from '../cases/open-cases.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import { chooseProjects } from './choose-projects.ts';
import { learnEverywhere } from './learn-everywhere.ts';
import { learnProject } from './learn-project.ts';
import type { LearnReport, ProjectReport } from './learn-report.ts';

/**
 * Turns logs into lessons: reads new lines, groups them by project, mines each project, merges the lessons into memory, and plans
 * or writes the files.
 */
export async function learn(asked: LearnRequest): Promise<LearnReport> {
  const request = await withConfig(asked);
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const reports: ProjectReport[] = [];
    const taught: Taught[] = [];
    for (const project of projects) {
      const findings = await library.findings(project);
      taught.push(findings);
      const known = request.all && !request.apply ? undefined : await openBook(project, library);
      reports.push(await learnProject(project, findings, request, known));
    }
    const everywhere = request.all ? await learnEverywhere(taught, request) : undefined;
    const report: LearnReport = {
      schema: 1,
      at: request.now.toISOString(),
      read: library.read,
      projects: reports,
      everywhere,
      nothing,
      notices: library.notices,
    };
    return await addWhatHooksDo(report, request);
  } finally {
    library.close();
  }
}

/** Adds the facts about hooks. */
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

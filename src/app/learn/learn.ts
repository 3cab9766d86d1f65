import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveConfig } from '../../config/config.ts';
import type { Taught } from '../../lessons/everywhere.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { openLibrary } from '../history/session-history.ts';
import { keepAnswer, recallAnswer } from './learn-cache.ts';
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
    const { chooseProjects, learnProject } = await import('./learn-project.ts');
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const reports: ProjectReport[] = [];
    const taught: Taught[] = [];
    for (const project of projects) {
      const findings = await library.findings(project);
      taught.push(findings);
      reports.push(await learnProject(project, findings, request));
    }
    const everywhere = request.all ? await (await import('./learn-everywhere.ts')).learnEverywhere(taught, request) : undefined;
    const report: LearnReport = {
      schema: 1,
      at: request.now.toISOString(),
      read: library.read,
      projects: reports,
      ...(everywhere ? { everywhere } : {}),
      ...(nothing ? { nothing } : {}),
      notices: library.notices,
    };
    await keepAnswer(library, request, report);
    return await addWhatHooksDo(report, request);
  } finally {
    library.close();
  }
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
async function withLiveCounts(report: LearnReport, request: LearnRequest & { live?: LiveConfig }): Promise<LearnReport> {
  if (!existsSync(join(findOwnFolders(request).data, 'live'))) return report;
  const { addLiveCounts, addNoted } = await import('./live-counts.ts');
  const counted = addLiveCounts(report, request);
  return request.live?.stop === 'off' || request.live?.mode === 'off' ? counted : addNoted(counted, request);
}

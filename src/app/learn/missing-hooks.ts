import { findHooks, listHookPlaces } from '../../agents/find-hooks.ts';
import { isToldOnMatch } from '../../memory/tellable.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import type { LearnReport, ProjectReport } from './learn-report.ts';

/** A report with the projects marked in which lessons are told on match, and no agent has hooks that would tell them. */
export function noteMissingHooks(
  report: LearnReport,
  { home, env, folders = {}, known }: Pick<ConfiguredRequest, 'home' | 'env' | 'folders' | 'known'>,
): LearnReport {
  const places = { home, env, folders };
  const hasHooks = ({ agents, root }: ProjectReport) =>
    known.some((agent) => agents.includes(agent.name) && findHooks(listHookPlaces(agent, places, root)).length > 0);
  return {
    ...report,
    projects: report.projects.map((project) =>
      project.lessons.some(isToldOnMatch) && !hasHooks(project) ? { ...project, withoutHooks: true } : project,
    ),
  };
}

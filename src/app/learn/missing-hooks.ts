import { findHooks, listHookPlaces } from '../../agents/find-hooks.ts';
import { isToldOnMatch } from '../../memory/told-how.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import type { LearnReport, ProjectReport } from './learn-report.ts';

/** Marks the projects in which lessons are shown only on a match, and no agent has hooks that would show them. */
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

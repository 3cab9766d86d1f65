import { backtestProject } from '../../proof/backtest-project.ts';
import { withConfig } from '../configured-request.ts';
import { reopenLibrary } from '../history/open-library.ts';
import type { ReplayAnswer, ReplayRequest } from '../history/session-threads.ts';
import { chooseProjects } from '../learn/choose-projects.ts';
import { openHistory } from './open-history.ts';

/** Replays the history of one project in a thread. */
export async function replayInThread(
  { request: asked, report, project: id }: ReplayRequest,
  onSession: () => void,
): Promise<ReplayAnswer> {
  const request = await withConfig(asked);
  const library = await reopenLibrary(request, report);
  try {
    const { projects } = await chooseProjects(await library.projects(), request);
    const project = projects.find((candidate) => candidate.id === id);
    if (!project) throw new Error(`${id} is not a project here`);
    const { errors, ...result } = await backtestProject({
      ...(await openHistory(library, project, request)),
      onSession,
    });
    return { ...result, errors: errors.lines() };
  } finally {
    library.close();
  }
}

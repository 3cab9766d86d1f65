import { chooseSession, type SessionRequest } from './capture-session.ts';
import { chooseProjects } from './learn-project.ts';
import { openLibrary } from './library.ts';
import type { Work } from './loop/review/review-work.ts';
import { withConfig } from './pipeline.ts';
import { AppError } from './shared/errors.ts';

/** Reads what an agent did in one session of a project, as a reviewer is told of it. */
export async function readSessionWork(asked: SessionRequest): Promise<Work & { problems: readonly string[] }> {
  const request = await withConfig(asked);
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const [project] = projects;
    const timeline = project ? await library.timeline(project) : [];
    if (timeline.length === 0)
      throw new AppError('not-found', `There are no sessions for ${nothing?.folder ?? request.project ?? request.cwd}.`, {
        hint: 'hardwon projects lists the folders that have sessions.',
      });
    const { describeSession } = await import('./loop/review/session-work.ts');
    const works: Work[] = [];
    for await (const log of library.readSessions([chooseSession(timeline, request.session)])) works.push(describeSession(log));
    const [first] = works;
    if (!first) throw new AppError('not-found', `The session ${request.session} has no calls.`);
    return { ...first, text: works.map(({ text }) => text).join('\n\n'), problems: request.problems };
  } finally {
    library.close();
  }
}

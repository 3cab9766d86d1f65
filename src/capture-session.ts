import { chooseProjects } from './learn-project.ts';
import type { ViewedSession } from './lessons/mine-session.ts';
import { openLibrary, type SessionTimes } from './library.ts';
import type { Proposal } from './lifecycle/capture/proposal.ts';
import { type LearnRequest, withConfig } from './pipeline.ts';
import { lookAround } from './project-disk.ts';
import { formatDate } from './shared/clock.ts';
import { AppError } from './shared/errors.ts';

/** Which session is looked at. */
export interface SessionRequest extends LearnRequest {
  /** Its id, the beginning of it, or `latest`. */
  session: string;
}

/** What a session taught. */
export interface SessionProposals {
  proposals: Proposal[];
  /** The session that was looked at. */
  agent: string;
  session: string;
  at: string;
  /** What the user should know of the configuration. */
  problems: readonly string[];
}

/** Finds what one session of a project taught, in hardwon's own sentences, with pointers to the calls. */
export async function proposeFromSession(asked: SessionRequest): Promise<SessionProposals> {
  const request = await withConfig(asked);
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const [project] = projects;
    const timeline = project ? await library.timeline(project) : [];
    if (!project || timeline.length === 0)
      throw new AppError('not-found', `There are no sessions for ${nothing?.folder ?? request.project ?? request.cwd}.`, {
        hint: 'hardwon projects lists the folders that have sessions.',
      });
    const times = chooseSession(timeline, request.session);
    const [{ mineSession }, { makeRoots }, { proposeFromMined }] = await Promise.all([
      import('./lessons/mine-session.ts'),
      import('./project-roots.ts'),
      import('./lifecycle/capture/sites/session-proposals.ts'),
    ]);
    const mined: ViewedSession[] = [];
    for await (const log of library.readSessions([times])) mined.push(mineSession(log, makeRoots(project)));
    const disk = project.exists && !project.container ? lookAround(project.root, request.home) : undefined;
    const origin = `captured on ${formatDate(request.now)} from a session of ${times.agent}`;
    return {
      proposals: mined.flatMap((session) => proposeFromMined(session, origin, disk)),
      agent: times.agent,
      session: times.session,
      at: new Date(times.firstAt).toISOString(),
      problems: request.problems,
    };
  } finally {
    library.close();
  }
}

/** The session that is meant. A beginning that two sessions share is none. */
export function chooseSession(timeline: readonly SessionTimes[], wanted: string): SessionTimes {
  if (wanted === 'latest') {
    const [latest] = timeline.toSorted((a, b) => b.lastAt - a.lastAt);
    if (latest) return latest;
  }
  const exact = timeline.find(({ session }) => session === wanted);
  const begun = exact || wanted === '' ? [] : timeline.filter(({ session }) => session.startsWith(wanted));
  const [only] = begun;
  if (exact) return exact;
  if (only && begun.length === 1) return only;
  const newest = timeline.toSorted((a, b) => b.lastAt - a.lastAt).slice(0, 3);
  throw new AppError(
    'not-found',
    begun.length > 1 ? `${begun.length} sessions begin with ${wanted}.` : `There is no session ${wanted} of this project.`,
    {
      hint: `The newest are ${newest.map(({ session, agent }) => `${session} (${agent})`).join(', ')}; latest is the first of them.`,
    },
  );
}

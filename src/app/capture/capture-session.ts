import type { ViewedSession } from '../../lessons/mine-session.ts';
import type { Proposal } from '../../lifecycle/capture/proposal.ts';
import { formatDate } from '../../shared/clock.ts';
import { openSession, type SessionRequest } from '../history/open-session.ts';
import { lookAround } from '../history/project-disk.ts';

/** The lessons of one session. */
export interface SessionProposals {
  proposals: Proposal[];
  /** The session examined. */
  agent: string;
  session: string;
  at: string;
  /** Notices about the configuration. */
  problems: readonly string[];
}

/** Finds the lessons of one session of a project, in hardwon's own sentences, with pointers to the calls. */
export async function proposeFromSession(asked: SessionRequest): Promise<SessionProposals> {
  return openSession(asked, async ({ times, project, library, request }) => {
    const [{ mineSession }, { makeRoots }, { proposeFromMined }] = await Promise.all([
      import('../../lessons/mine-session.ts'),
      import('../../failures/recovery/project-roots.ts'),
      import('../../lifecycle/capture/sites/session-proposals.ts'),
    ]);
    const mined: ViewedSession[] = [];
    for await (const log of library.readSessions([times])) mined.push(mineSession(log, makeRoots(project)));
    const disk = lookAround(project, request.home);
    const origin = `captured on ${formatDate(request.now)} from a session of ${times.agent}`;
    return {
      proposals: mined.flatMap((session) => proposeFromMined(session, origin, disk)),
      agent: times.agent,
      session: times.session,
      at: new Date(times.firstAt).toISOString(),
      problems: request.problems,
    };
  });
}

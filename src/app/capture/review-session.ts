import type { Work } from '../../loop/review/review-work.ts';
import { AppError } from '../../shared/errors.ts';
import { openSession, type SessionRequest } from '../history/open-session.ts';

/** Reads the work of an agent in one session of a project, in the form that a reviewer gets. */
export async function readSessionWork(asked: SessionRequest): Promise<Work & { problems: readonly string[] }> {
  return openSession(asked, async ({ times, library, request }) => {
    const { describeSession } = await import('../../loop/review/session-work.ts');
    const works: Work[] = [];
    for await (const log of library.readSessions([times])) works.push(describeSession(log));
    const [first] = works;
    if (!first)
      throw new AppError('not-found', `The session ${request.session} has no calls.`, {
        hint: 'Name another session: hardwon review latest',
      });
    return { ...first, text: works.map(({ text }) => text).join('\n\n'), problems: request.problems };
  });
}

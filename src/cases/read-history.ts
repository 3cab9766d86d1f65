import { collectErrorLines, KnownErrors } from '../failures/error-lines.ts';
import { makeRoots } from '../failures/recovery/project-roots.ts';
import { hearKnown, type Roots, type ThreadView, viewSession } from '../failures/recovery/session-view.ts';
import { userOf } from '../sessions/projects/containers.ts';
import type { Project } from '../sessions/projects/project.ts';
import type { SessionKey } from '../sessions/read.ts';
import type { SessionLog } from '../sessions/session-log.ts';
import type { CaseSession, PlacedCall } from './case.ts';

/** The sessions of a project, oldest first, with every call judged. */
export interface CaseHistory {
  project: Pick<Project, 'id' | 'name' | 'root' | 'folders'>;
  roots: Roots;
  sessions: readonly CaseSession[];
}

/** Reads and judges the sessions of a project. A line that only failing calls print shows other failures, so judging takes two passes. */
export async function readCaseHistory<Times extends SessionKey & { firstAt: number }>(
  project: CaseHistory['project'],
  timeline: readonly Times[],
  readSessions: (sessions: readonly Times[]) => AsyncIterable<SessionLog>,
): Promise<CaseHistory> {
  const roots = makeRoots(project);
  const read = new Map<string, { log: SessionLog; views: readonly ThreadView[] }>();
  const known = new KnownErrors();
  for await (const log of readSessions(timeline)) {
    const views = viewSession(log.calls, roots);
    read.set(`${log.agent}\n${log.session}`, { log, views });
    known.add(collectErrorLines(views.flatMap(({ steps }) => steps)));
  }
  const sessions = timeline.flatMap(({ agent, session, firstAt }): Omit<CaseSession, 'name'>[] => {
    const { log, views = [] } = read.get(`${agent}\n${session}`) ?? {};
    if (!log || log.calls.length === 0) return [];
    const threads = views.map((view) => hearKnown(view, known).steps);
    const user = userOf(log.calls.find(({ cwd }) => cwd !== undefined)?.cwd ?? '');
    return [{ agent, session, user, at: firstAt, threads, messages: log.messages, statements: log.statements }];
  });
  return { project, roots, sessions: sessions.map((session, index) => ({ ...session, name: `S${index + 1}` })) };
}

/** Returns every call of the history, session by session. */
export function* allCalls({ sessions }: CaseHistory): Iterable<PlacedCall> {
  for (const session of sessions)
    for (const thread of session.threads) for (const step of thread) yield { step, session, thread };
}

import type { ConfiguredRequest } from '../app/configured-request.ts';
import type { Library } from '../app/history/session-history.ts';
import { placeProjects } from '../app/learn/choose-projects.ts';
import { findProject } from '../sessions/projects/find-project.ts';
import type { Project } from '../sessions/projects/project.ts';
import { keyOf, type SessionSummary } from '../sessions/read.ts';
import type { PicturedSession } from './picture.ts';

/**
 * Returns the projects in the order of the page, and in the order in which they are worked on, so that there is something to show
 * soon: the one that the user is in, then those with the fewest sessions.
 */
export async function placeInTurn(
  library: Library,
  request: ConfiguredRequest,
): Promise<{ projects: Project[]; inTurn: Project[] }> {
  const folder = request.project ?? request.cwd;
  // A clone without sessions gets those of its remote, and is written to, as with `hardwon learn` there.
  const projects = placeProjects(await library.projects(), folder);
  const here = findProject([...projects], folder).project;
  const inTurn = [...projects].sort(
    (a, b) => Number(b === here) - Number(a === here) || a.sessions.length - b.sessions.length,
  );
  return { projects, inTurn };
}

/** Returns all sessions. One without a title from its agent is named after the first message of the person. */
export async function listTitled(library: Library): Promise<SessionSummary[]> {
  const [listed, openings] = await Promise.all([library.listSessions(), library.openings()]);
  return listed.map((session) => {
    const [line = ''] = (openings.get(keyOf(session)) ?? '').trim().split('\n');
    if (session.title || line === '') return session;
    return { ...session, title: line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line };
  });
}

const LONGEST_TITLE = 120;

/** Returns the sessions of a project that have calls. */
export function listOwn(project: Project, sessions: readonly SessionSummary[]): SessionSummary[] {
  const wanted = new Set(project.sessions);
  return sessions.filter(({ session, calls }) => calls > 0 && wanted.has(session));
}

/** Puts the latest session first. */
export function byTime(a: PicturedSession, b: PicturedSession): number {
  return (b.figures.lastAt ?? 0) - (a.figures.lastAt ?? 0);
}

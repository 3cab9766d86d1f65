import { join } from 'node:path';
import type { SafeLine } from '../../lessons/quotable.ts';
import { hashText } from '../../shared/hash.ts';
import { liveFolder } from './entry.ts';

/** A session in which something failed: it may contain a lesson that is not known yet. */
export interface NotedSession {
  agent: string;
  session: string;
  /** The main checkout of its project. */
  project: string;
  /** The time at which its last turn ended, ISO 8601. */
  at: string;
  /** The number of calls that had failed by then. */
  failures: number;
}

/** The lessons found in a session, for a request about it. */
export interface ProposedLessons {
  agent: string;
  session: string;
  /** One line each that cannot break out of its place; without secrets, and worded by hardwon. */
  lessons: readonly SafeLine[];
}

/** Returns the folder with a file for each session that was noted. */
export function notedFolder(dataDir: string): string {
  return join(liveFolder(dataDir), 'noted');
}

/** Returns the path of the note about a session. */
export function notedPath(dataDir: string, agent: string, session: string): string {
  return join(notedFolder(dataDir), `${nameSession(agent, session)}.json`);
}

/** Returns the folder with the lessons found in such sessions. */
export function proposedFolder(dataDir: string): string {
  return join(liveFolder(dataDir), 'proposed');
}

/** Returns the path of the lessons found in a session. */
export function proposedPath(dataDir: string, agent: string, session: string): string {
  return join(proposedFolder(dataDir), `${nameSession(agent, session)}.json`);
}

/** Returns the name of a session in files about it. */
function nameSession(agent: string, session: string): string {
  return hashText(`${agent} ${session}`);
}

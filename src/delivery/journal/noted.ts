import { join } from 'node:path';
import type { SafeLine } from '../../lessons/quotable.ts';
import { hashText } from '../../shared/hash.ts';
import { liveFolder } from './entry.ts';

/** A session in which something failed: it may have taught what no lesson says yet. */
export interface NotedSession {
  agent: string;
  session: string;
  /** The main checkout of its project. */
  project: string;
  /** When its last turn ended, ISO 8601. */
  at: string;
  /** Calls that had failed by then. */
  failures: number;
}

/** What a session was found to have taught, for whoever asks about it. */
export interface ProposedLessons {
  agent: string;
  session: string;
  /** In one line each that cannot break out of its place; without secrets, and worded by hardwon. */
  lessons: readonly SafeLine[];
}

/** The folder with a file for each session that was noted. */
export function notedFolder(dataDir: string): string {
  return join(liveFolder(dataDir), 'noted');
}

/** The note about a session. */
export function notedPath(dataDir: string, agent: string, session: string): string {
  return join(notedFolder(dataDir), `${nameSession(agent, session)}.json`);
}

/** The folder with what such sessions were found to have taught. */
export function proposedFolder(dataDir: string): string {
  return join(liveFolder(dataDir), 'proposed');
}

/** What a session was found to have taught. */
export function proposedPath(dataDir: string, agent: string, session: string): string {
  return join(proposedFolder(dataDir), `${nameSession(agent, session)}.json`);
}

/** The name of a session in files about it. */
export function nameSession(agent: string, session: string): string {
  return hashText(`${agent} ${session}`);
}

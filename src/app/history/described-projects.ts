import type { Project } from '../../sessions/projects/project.ts';
import type { SessionSummary } from '../../sessions/read.ts';

/** A project in the list of `hardwon projects`. */
export interface DescribedProject {
  id: string;
  name: string;
  root: string;
  exists: boolean;
  folders: string[];
  remotes: string[];
  agents: string[];
  sessions: number;
  calls: number;
  failed: number;
  firstAt?: string;
  lastAt?: string;
}

/** Sums up the sessions of each project. */
export function describeWork(projects: readonly Project[], sessions: readonly SessionSummary[]): DescribedProject[] {
  const byId = new Map(sessions.map((session) => [session.session, session]));
  return projects.map((project) => {
    const own = project.sessions.flatMap((id) => byId.get(id) ?? []);
    const starts = own.flatMap((session) => session.startedAt ?? []);
    const ends = own.flatMap((session) => session.endedAt ?? session.startedAt ?? []);
    const { id, name, root, exists, folders, remotes } = project;
    return {
      id,
      name,
      root,
      exists,
      folders,
      remotes,
      agents: [...new Set(own.map((session) => session.agent))],
      sessions: own.length,
      calls: own.reduce((sum, session) => sum + session.calls, 0),
      failed: own.reduce((sum, session) => sum + session.failed, 0),
      firstAt: starts.length > 0 ? new Date(Math.min(...starts)).toISOString() : undefined,
      lastAt: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : undefined,
    };
  });
}

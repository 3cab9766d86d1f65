import { EMPTY_DISK } from '../../../src/sessions/projects/git-folder.ts';
import type { FolderTrace, Project, SessionPlace } from '../../../src/sessions/projects/project.ts';
import { type ResolveOptions, resolveProjects } from '../../../src/sessions/projects/resolve.ts';

let count = 0;

/** A session in the given folders; everything else as the test needs it. */
export function place(cwds: string | string[], rest: Partial<SessionPlace> = {}): SessionPlace {
  const list = typeof cwds === 'string' ? [cwds] : cwds;
  return {
    agent: 'claude-code',
    session: `s${++count} ${list[0]}`,
    cwds: list,
    remotes: [],
    branches: ['main'],
    ...rest,
  };
}

/** A remote that git showed for a folder. */
export function remote(folder: string, value: string, name?: string): FolderTrace {
  return { folder, kind: 'remote', value, weight: 1, name };
}

/** Resolves sessions of machines that are not here. */
export function resolve(sessions: SessionPlace[], options: Partial<ResolveOptions> = {}): Promise<Project[]> {
  return resolveProjects(sessions, { home: '/home/ada', cwd: '/home/ada', disk: EMPTY_DISK, ...options });
}

/** The start folders of the sessions of each project: what was joined, without the rest. */
export async function groupsOf(sessions: SessionPlace[], options: Partial<ResolveOptions> = {}): Promise<string[][]> {
  const starts = new Map(sessions.map((session) => [session.session, session.cwds[0] ?? '']));
  const projects = await resolve(sessions, options);
  return projects
    .map((project) => [...new Set(project.sessions.map((session) => starts.get(session) ?? ''))].sort())
    .sort();
}

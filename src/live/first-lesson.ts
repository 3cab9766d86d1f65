import { existsSync } from 'node:fs';
import { proposedPath } from '../delivery/journal/noted.ts';
import { sameFile } from '../shared/paths.ts';
import type { Answer } from './answer.ts';
import type { HookEvent } from './event.ts';
import type { HookContext } from './hook-context.ts';
import type { HookHost } from './hook-host.ts';
import { noteFailedCalls } from './note-session.ts';
import { readEnd } from './outcome.ts';
import { findGit } from './project.ts';
import { type ObservedFacts, sessionsFolder } from './session-facts.ts';

/** A hook in a repository that has no lessons yet. */
interface FirstVisit extends Pick<HookHost, 'home' | 'folders' | 'programs' | 'now'>, Pick<HookContext, 'isAttended'> {
  event: HookEvent;
  /** The agent's working directory. */
  cwd: string;
  facts: ObservedFacts;
}

/**
 * Handles a project without a memory: it has no lessons to show, but may be about to get its first one. Failures are recorded,
 * and when a turn ends, another process reads the configuration, which no snapshot has here, and decides whether the session is
 * recorded and asked about. The end of that turn or the next prompt asks.
 */
export async function awaitFirstLesson(visit: FirstVisit): Promise<Answer | undefined> {
  const { event, facts, folders, now } = visit;
  if (event.session === '') return undefined;
  switch (event.moment) {
    case 'start':
      if (existsSync(sessionsFolder(folders.data))) (await import('./start.ts')).forgetOld(folders.data, now);
      return undefined;
    case 'after':
    case 'failed':
    case 'batch': {
      const ends = event.calls.map((call) => ({ call, end: readEnd(event, call) }));
      const failed = ends.filter(({ end }) => end.outcome === 'failed');
      const root = failed.length > 0 ? findRoot(visit) : undefined;
      if (root === undefined) return undefined;
      facts.add(...failed.map(({ call: { id } }) => ({ id, failed: true as const })));
      // No configuration is available here: commands that list such sessions leave them out if the user does not want them.
      noteFailedCalls({ ...visit, dataDir: folders.data }, root.main, ends);
      return undefined;
    }
    case 'stop': {
      // A subagent ends in the middle of a turn, whose end reports all failures.
      const root = event.thread === undefined ? findRoot(visit) : undefined;
      if (root === undefined) return undefined;
      const { askAtStop, countNewFailures, startProposing } = await import('./stop.ts');
      const failures = countNewFailures(visit);
      if (failures === 0) return undefined;
      const found = startProposing(visit, root.main, { cwd: root.top, failures });
      // Only the user's own configuration can ask for a question: without one there is nothing to wait for.
      return existsSync(folders.config) ? askAtStop(visit, found) : undefined;
    }
    case 'prompt':
      // The file exists only if the configuration asks for a question.
      if (!existsSync(proposedPath(folders.data, event.agent, event.session))) return undefined;
      return (await import('./stop.ts')).askToKeep(visit);
    default:
      return undefined;
  }
}

/** Returns the repository that the agent works in. One at the home folder holds settings, and is not a project. */
function findRoot({ cwd, home }: FirstVisit): { top: string; main: string } | undefined {
  const git = findGit(cwd);
  return git && !sameFile(git.main, home) ? git : undefined;
}

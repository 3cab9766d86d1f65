import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type NotedSession, notedPath } from '../delivery/journal/noted.ts';
import { writeRegularSync } from '../shared/regular-file.ts';
import type { HookEvent } from './event.ts';
import type { HookContext } from './hook-context.ts';
import type { HookedCallEnd } from './outcome.ts';

/** The data needed to record a session. */
type Place = Pick<HookContext, 'facts' | 'dataDir' | 'now'> & { event: Pick<HookEvent, 'agent' | 'session'> };

/**
 * Records a session in which calls have just failed, because it may contain a lesson: no other hook needs to be started for that.
 * Codex does not report how a command ended; there, every session with a command counts.
 */
export function noteFailedCalls(
  place: Place,
  project: string,
  ends: readonly { call: { id: string }; end: HookedCallEnd }[],
): void {
  const { event, facts, dataDir } = place;
  if (event.session === '') return;
  const failed = ends.filter(({ end }) => end.outcome === 'failed').map(({ call }) => call.id);
  if (failed.length === 0 && !ends.some(({ end }) => end.outcome === 'unknown')) return;
  if (failed.length === 0 && existsSync(notedPath(dataDir, event.agent, event.session))) return;
  const before = facts.all.flatMap((fact) => (fact.failed && fact.id !== undefined ? [fact.id] : []));
  noteSession(place, project, Math.max(1, new Set([...before, ...failed]).size));
}

/** Records a session with the number of its failed calls. */
export function noteSession(
  { event: { agent, session }, dataDir, now }: Place,
  project: string,
  failures: number,
): void {
  const path = notedPath(dataDir, agent, session);
  const note: NotedSession = { agent, session, project, at: now.toISOString(), failures };
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeRegularSync(path, JSON.stringify(note), 'replace');
  } catch {}
}

import type { ShownAs } from '../delivery/journal/entry.ts';
import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import type { HookEvent } from './event.ts';
import type { FollowUps } from './follow-up.ts';
import { writeJournal } from './journal.ts';
import type { MatchPlace } from './match.ts';
import type { HookProject } from './project.ts';
import type { SessionFacts } from './session-facts.ts';

/** All that one run of a hook knows. */
export interface Visit {
  event: HookEvent;
  project: HookProject;
  /** The directory that the agent is in. */
  cwd: string;
  facts: SessionFacts;
  followUps: FollowUps;
  /** hardwon's data folder. */
  dataDir: string;
  now: Date;
  shell: string | undefined;
}

/** What triggers are matched in. */
export function placeOf({ project, facts, shell }: Visit): MatchPlace {
  return { header: project.snapshot.header, checkout: project.checkout, facts, shell };
}

/** Notes that lessons were shown, so that none is shown twice in a session, and what came of it can be counted. */
export function noteShown(visit: Visit, lessons: readonly SnapshotLesson[], as: ShownAs, call: string): void {
  if (lessons.length === 0) return;
  const { event, facts } = visit;
  facts.add({ told: lessons.map(({ id }) => id), ...(event.thread === undefined ? {} : { thread: event.thread }) });
  noteJournal(
    visit,
    lessons.map(({ id }) => id),
    { what: 'shown', as },
    call,
  );
}

/** Notes that lessons were told when a session started. A hook may still say one of them in time: that is when it counts. */
export function noteOpened(visit: Visit, lessons: readonly SnapshotLesson[]): void {
  const { event, facts } = visit;
  const ids = lessons.map(({ id }) => id);
  facts.add({ opened: ids, ...(event.thread === undefined ? {} : { thread: event.thread }) });
  noteJournal(visit, ids, { what: 'shown', as: 'session-start' }, undefined);
}

/** Notes whether lessons were followed, or helped. */
export function noteResult(
  visit: Visit,
  lessons: readonly string[],
  what: 'followed' | 'helped',
  yes: boolean,
  call: string,
): void {
  noteJournal(visit, lessons, { what, yes }, call);
}

function noteJournal(
  { event: { agent, session }, project, dataDir, now }: Visit,
  lessons: readonly string[],
  what: { what: 'shown'; as: ShownAs } | { what: 'followed' | 'helped'; yes: boolean },
  call: string | undefined,
): void {
  const { live, root } = project.snapshot.header;
  if (!live.journal) return;
  const at = now.toISOString();
  const entries = lessons.map((lesson) => {
    return { at, ...what, lesson, project: root, agent, session, ...(call === undefined ? {} : { call }) };
  });
  writeJournal(dataDir, entries);
}

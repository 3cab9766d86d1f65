import type { LessonEntry, ShownAs } from '../delivery/journal/entry.ts';
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
  /** The session gets nothing, so that it can be compared with others: what would have been said is noted. */
  isHeldOut: boolean;
}

/** What triggers are matched in. */
export function placeOf({ project, facts, shell }: Visit): MatchPlace {
  return { header: project.snapshot.header, checkout: project.checkout, facts, shell };
}

/** Notes that lessons were shown, so that none is shown twice in a session, and what came of it can be counted. */
export function noteShown(visit: Visit, lessons: readonly SnapshotLesson[], as: ShownAs, call: string): void {
  if (lessons.length === 0) return;
  const { event, facts } = visit;
  const ids = lessons.map(({ id }) => id);
  facts.add({ told: ids, ...threadOf(event) });
  noteJournal(
    visit,
    ids.map((lesson) => ({ what: shownOf(visit), as, lesson, call })),
  );
}

/** Notes that lessons were told when a session started. A hook may still say one of them in time: that is when it counts. */
export function noteOpened(visit: Visit, lessons: readonly SnapshotLesson[]): void {
  const ids = lessons.map(({ id }) => id);
  visit.facts.add({ opened: ids, ...threadOf(visit.event) });
  noteJournal(
    visit,
    ids.map((lesson) => ({ what: shownOf(visit), as: 'session-start', lesson })),
  );
}

/** Notes that a call which a lesson had rewritten failed. */
export function noteUndone(visit: Visit, lesson: string, call: string): void {
  noteJournal(visit, [{ what: 'undone', lesson, call }]);
}

/** Notes what came of lessons: `call` is the call that tells it. */
export function noteResult(
  visit: Visit,
  shown: readonly { lesson: string; call: string }[],
  what: 'followed' | 'helped' | 'false-alarm',
  yes: boolean,
  call: string,
): void {
  if (what === 'helped' && yes) visit.facts.add({ helped: shown.map(({ lesson }) => lesson), ...threadOf(visit.event) });
  noteJournal(
    visit,
    shown.map(({ lesson, call: of }) => ({ what, ...(what === 'false-alarm' ? {} : { yes }), lesson, call, of })),
  );
}

function noteJournal(
  { event: { agent, session }, project, dataDir, now }: Visit,
  entries: readonly Pick<LessonEntry, 'what' | 'lesson' | 'as' | 'yes' | 'call' | 'of'>[],
): void {
  const { live, root } = project.snapshot.header;
  if (!live.journal) return;
  const at = now.toISOString();
  const written = entries.map(({ what, as, yes, lesson, call, of }): LessonEntry => {
    return { at, what, ...present({ yes, as }), lesson, project: root, agent, session, ...present({ call, of }) };
  });
  writeJournal(dataDir, written);
}

function shownOf({ isHeldOut }: Visit): 'shown' | 'withheld' {
  return isHeldOut ? 'withheld' : 'shown';
}

function threadOf({ thread }: HookEvent): { thread?: string } {
  return thread === undefined ? {} : { thread };
}

/** The members that have a value. */
function present<T extends object>(members: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

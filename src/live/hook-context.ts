import type { JournalEntry, LessonEntry, SessionEntry, ShownAs } from '../delivery/journal/entry.ts';
import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import type { HookEvent } from './event.ts';
import type { FollowUps } from './follow-up.ts';
import { writeJournal } from './journal.ts';
import type { MatchContext } from './match.ts';
import type { HookProject } from './project.ts';
import type { ObservedFacts } from './session-facts.ts';

/** All data of one run of a hook. */
export interface HookContext {
  event: HookEvent;
  project: HookProject;
  /** The agent's working directory. */
  cwd: string;
  facts: ObservedFacts;
  followUps: FollowUps;
  /** hardwon's data folder. */
  dataDir: string;
  now: Date;
  shell: string | undefined;
  /** The folder of the built programs. */
  programs?: string;
  /** Whether the client says that a person is using it. */
  isAttended: boolean;
  /**
   * Set if sessions are compared: whether this one is shown anything. In a held-out session, what would have been shown is
   * recorded.
   */
  arm?: SessionEntry['arm'];
}

/** Returns the surroundings in which triggers are matched. */
export function placeOf({ project, facts, shell }: HookContext): MatchContext {
  return { header: project.snapshot.header, checkout: project.checkout, facts, shell };
}

/**
 * Records that lessons were shown, so that none is shown twice in a session, and their effect can be counted. Returns whether it
 * could.
 */
export function noteShown(visit: HookContext, lessons: readonly SnapshotLesson[], as: ShownAs, call: string): boolean {
  if (lessons.length === 0) return true;
  const { event, facts } = visit;
  const ids = lessons.map(({ id }) => id);
  if (!facts.add({ told: ids, ...threadOf(event) }) && as === 'denial') return false;
  noteJournal(
    visit,
    ids.map((lesson) => ({ what: shownOf(visit), as, lesson, call })),
  );
  return true;
}

/** Records that lessons were shown when a session started. A hook may still show one of them in time: only then it counts. */
export function noteOpened(visit: HookContext, lessons: readonly SnapshotLesson[]): void {
  const ids = lessons.map(({ id }) => id);
  visit.facts.add({ opened: ids, ...threadOf(visit.event) });
  noteJournal(
    visit,
    ids.map((lesson) => ({ what: shownOf(visit), as: 'session-start', lesson })),
  );
}

/** Records that a call failed that a lesson had rewritten. */
export function noteUndone(visit: HookContext, lesson: string, call: string): void {
  noteJournal(visit, [{ what: 'undone', lesson, call }]);
}

/** Records the effect of lessons: `call` is the call that shows it. */
export function noteResult(
  visit: HookContext,
  shown: readonly { lesson: string; call: string; as: ShownAs }[],
  what: 'followed' | 'helped' | 'false-alarm' | 'mistake',
  yes: boolean,
  call: string,
): void {
  noteJournal(
    visit,
    shown.map(({ lesson, call: of, as }) => ({
      what,
      as,
      yes: what === 'followed' || what === 'helped' ? yes : undefined,
      lesson,
      call,
      of,
    })),
  );
}

/** Records that a call failed that a lesson is about, whether or not it was shown: sessions are compared by these. */
export function noteKnownFailure(visit: HookContext, lesson: SnapshotLesson, call: string): void {
  noteJournal(visit, [{ what: 'known-failure', lesson: lesson.id, call }]);
}

/** Records that a session began that is compared with others. */
export function noteArm(visit: HookContext): void {
  if (visit.arm !== undefined) noteJournal(visit, [{ what: 'session', arm: visit.arm }]);
}

type Noted =
  | Pick<SessionEntry, 'what' | 'arm'>
  | { [Key in 'what' | 'lesson' | 'as' | 'yes' | 'call' | 'of']?: LessonEntry[Key] | undefined };

function noteJournal(
  { event: { agent, session }, project, dataDir, now }: HookContext,
  entries: readonly Noted[],
): void {
  const { live, root } = project.snapshot.header;
  if (!live.journal) return;
  const at = now.toISOString();
  writeJournal(
    dataDir,
    entries.map((entry) => ({ at, ...entry, project: root, agent, session }) as JournalEntry),
  );
}

function shownOf({ arm }: HookContext): 'shown' | 'withheld' {
  return arm === 'held-out' ? 'withheld' : 'shown';
}

function threadOf({ thread }: HookEvent): { thread?: string } {
  return thread === undefined ? {} : { thread };
}

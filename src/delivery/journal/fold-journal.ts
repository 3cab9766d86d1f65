import type { JournalEntry, LessonEntry } from './entry.ts';
import { readJournal } from './read-journal.ts';

/** The outcomes of a lesson while agents worked, as far as the journal goes back. */
export interface LiveCount {
  /** The number of times it was shown: about a call, at a failure, or to somebody who asked. */
  shown: number;
  /** The number of these in which it stopped the call. */
  stopped: number;
  /** The number of these in which somebody had asked; their outcome is invisible. */
  asked: number;
  /** The number of later such calls that followed the lesson, and of those that did not. */
  followed: number;
  ignored: number;
  /**
   * The number of times the call about which it was shown was made anyway and failed: most clients show a note with the result.
   */
  mistakes: number;
  /** The number of calls that followed the lesson and went well. */
  helped: number;
  /** The number of times the call went well nevertheless, so that the lesson was wrong about it. */
  falseAlarms: number;
  /** The number of these in which it had stopped the call. */
  wrongStops: number;
  /** The number of times it stopped or rewrote a call, and the replacement went well. */
  prevented: number;
  /** The number of times the outcome is unknown. */
  unknown: number;
  /** The number of times it was told when a session started, which has no visible outcome. */
  opened: number;
  /** The number of times it would have been shown, in sessions that were held out. */
  withheld: number;
  /** The time at which it was last shown, ISO 8601. */
  lastShown: string;
}

/** Sums up the journal: by the main checkout of the project, then by the id of the lesson. Unreadable lines are left out. */
export function foldJournal(dataDir: string): Map<string, Map<string, LiveCount>> {
  const projects = new Map<string, LessonEntry[]>();
  for (const entry of readJournal(dataDir)) {
    if (entry.what === 'session') continue;
    const entries = projects.get(entry.project);
    if (entries) entries.push(entry);
    else projects.set(entry.project, [entry]);
  }
  return new Map([...projects].map(([project, entries]) => [project, countEntries(entries, ({ lesson }) => lesson)]));
}

/** Sums up entries by the key from `keyOf`. The outcome of one showing counts once, however often it was recorded. */
export function countEntries(
  entries: Iterable<JournalEntry>,
  keyOf: (entry: LessonEntry) => string,
): Map<string, LiveCount> {
  const counts = new Map<string, LiveCount>();
  const known = new Set<string>();
  for (const entry of entries) {
    if (entry.what === 'session' || entry.what === 'known-failure' || entry.what === 'undone') continue;
    const key = keyOf(entry);
    const count = counts.get(key) ?? emptyCount();
    counts.set(key, count);
    if (entry.what === 'shown' || entry.what === 'withheld') addShowing(count, entry);
    else if (isNew(known, entry)) addResult(count, entry);
  }
  return counts;
}

/** The outcomes of many lessons; the last time is meaningless there. */
export type LiveFigures = Omit<LiveCount, 'lastShown'>;

/** Sums up counts. */
export function sumLive(counts: Iterable<LiveFigures>): LiveFigures {
  const total = withoutTime(emptyCount());
  for (const count of counts) for (const name of LIVE_NAMES) total[name] += count[name];
  return total;
}

const LIVE_NAMES = [
  ...([
    'shown',
    'stopped',
    'asked',
    'followed',
    'ignored',
    'mistakes',
    'helped',
    'falseAlarms',
    'wrongStops',
    'prevented',
  ] as const),
  ...(['unknown', 'opened', 'withheld'] as const),
];

/** Returns a count without the last time. */
export function withoutTime({ lastShown: _, ...figures }: LiveCount): LiveFigures {
  return figures;
}

/** Returns a count of zero for everything. */
export function emptyCount(): LiveCount {
  return {
    shown: 0,
    stopped: 0,
    asked: 0,
    followed: 0,
    ignored: 0,
    mistakes: 0,
    helped: 0,
    falseAlarms: 0,
    wrongStops: 0,
    prevented: 0,
    unknown: 0,
    opened: 0,
    withheld: 0,
    lastShown: '',
  };
}

/** Returns the key of one outcome of a lesson: a repeated line has the same key. */
export function resultKey({ agent, session, lesson, what, of, call, at }: LessonEntry): string {
  return [agent, session, lesson, what, of ?? call ?? at].join('\n');
}

function isNew(known: Set<string>, entry: LessonEntry): boolean {
  const key = resultKey(entry);
  if (known.has(key)) return false;
  known.add(key);
  return true;
}

function addShowing(count: LiveCount, { what, as, at }: LessonEntry): void {
  if (what === 'withheld') {
    if (as !== 'session-start') count.withheld += 1;
    return;
  }
  if (at > count.lastShown) count.lastShown = at;
  if (as === 'session-start') {
    count.opened += 1;
    return;
  }
  count.shown += 1;
  count.unknown += 1;
  if (as === 'denial') count.stopped += 1;
  if (as === 'asked') count.asked += 1;
}

function addResult(count: LiveCount, entry: LessonEntry): void {
  const { what, yes, as } = entry;
  if (what === 'mistake') {
    count.mistakes += 1;
    return;
  }
  if (what === 'helped') {
    if (yes) count.helped += 1;
    if (isPrevented(entry)) count.prevented += 1;
    return;
  }
  // The showing itself may be in a journal that is no longer kept.
  count.unknown = Math.max(0, count.unknown - 1);
  if (what === 'false-alarm') {
    count.falseAlarms += 1;
    if (as === 'denial') count.wrongStops += 1;
  } else if (yes) count.followed += 1;
  else count.ignored += 1;
}

/** Whether a call that was about to fail did not run, and its replacement went well. */
export function isPrevented({ what, yes, as }: LessonEntry): boolean {
  return what === 'helped' && yes === true && (as === 'denial' || as === 'rewrite');
}

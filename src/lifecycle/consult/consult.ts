import { join } from 'node:path';
import { lessonValue } from '../../delivery/budget.ts';
import { byId } from '../../delivery/render.ts';
import type { Confidence } from '../../lessons/lesson.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import type { Notice } from '../../memory/notice.ts';
import { readTextFile } from '../../shared/files.ts';
import { isTellable, noticeWithheld, type Tellable } from '../../verify/verified.ts';
import { type EntryMatch, entryMatcher, type Task } from './match-entry.ts';
import { PHASE_RULES } from './phase-rules.ts';
import { scanMemory } from './scan-memory.ts';

/**
 * The action that a lesson expects of its reader. `apply`: do it. `recommend`: do it where it fits. `note`: change nothing
 * because of it.
 */
export type Signal = 'apply' | 'recommend' | 'note';

/** A lesson that is relevant to the task. */
export interface ConsultedEntry {
  entry: Tellable<MemoryEntry>;
  signal: Signal;
  /** Why it was included. */
  match: EntryMatch;
}

/** The lessons for a task. */
export interface Consultation {
  /** The memory file that was read. */
  path: string;
  /** The number of entries in it; 0 if there is no file. */
  entries: number;
  /** Best first. */
  lessons: ConsultedEntry[];
  /** The number of matching lessons of low confidence that were not read because there are too many entries. */
  skippedLow: number;
  /** The number of lessons about the whole project that were left out because only lessons about some files were asked for. */
  general: number;
  /** Whether there is a memory at all. */
  hasMemory: boolean;
  notices: Notice[];
}

/** With more entries than this, those of low confidence are not read. */
export const MANY_ENTRIES = 100;

/** Finds the lessons in a project's memory that are relevant to a task. Without a memory there are none. */
export async function consult(root: string, task: Task, now: Date): Promise<Consultation> {
  const path = join(root, MEMORY_FOLDER, MEMORY_FILE);
  const file = await readTextFile(path);
  return { ...consultText(file?.text ?? '', path, task, now), hasMemory: file !== undefined };
}

/** The same for a text; `path` is used in messages. */
export function consultText(text: string, path: string, task: Task, now: Date): Consultation {
  const matchEntry = entryMatcher(task);
  let skippedLow = 0;
  const { count, chosen, notices } = scanMemory(text, path, (head, entries) => {
    const match = matchEntry(head);
    if (match === undefined || head.confidence !== 'low' || entries <= MANY_ENTRIES) return match;
    skippedLow++;
    return undefined;
  });
  const told = chosen.flatMap(({ entry, match }) => (isTellable(entry) ? [{ entry, match }] : []));
  const withheld = noticeWithheld(chosen.map(({ entry }) => entry));
  const matching = told.map(({ entry, match }) => ({ entry, match, signal: readSignal(entry) }));
  const lessons = task.isByFiles ? matching.filter(({ match }) => match.files.length > 0) : matching;
  return {
    path,
    entries: count,
    lessons: lessons.sort(byWorth(task, now)),
    skippedLow,
    general: matching.length - lessons.length,
    hasMemory: true,
    notices: [...notices, ...withheld],
  };
}

const SIGNALS: Readonly<Record<Confidence, Signal>> = { high: 'apply', medium: 'recommend', low: 'note' };

/**
 * Reads the signal of a lesson. Lessons that were imported or stated once wait for review, whatever confidence they claim: until
 * then they change nothing.
 */
function readSignal({ confidence, status }: MemoryEntry): Signal {
  return status === 'watching' ? 'note' : SIGNALS[confidence];
}

/**
 * Sorts lessons with a rule elsewhere last; then by the strength of the signal, what the phase asks for first, and how closely
 * they fit.
 */
function byWorth({ phase }: Task, now: Date): (first: ConsultedEntry, second: ConsultedEntry) => number {
  const ranksOf = ({ entry, signal, match }: ConsultedEntry) => [
    entry.promoted === undefined ? 0 : 1,
    Object.values(SIGNALS).indexOf(signal),
    PHASE_RULES[phase].wantsPrerequisites && entry.kind === 'prerequisite' ? 0 : 1,
    match.files.length > 0 ? (match.byPhase ? 0 : 1) : 2,
    -lessonValue(entry, now),
  ];
  return (first, second) => {
    const others = ranksOf(second);
    const difference = ranksOf(first)
      .map((rank, index) => rank - (others[index] ?? 0))
      .find((each) => each !== 0);
    return difference ?? byId(first.entry, second.entry);
  };
}

import { join } from 'node:path';
import { lessonValue } from '../../delivery/budget.ts';
import { byId } from '../../delivery/render.ts';
import type { Confidence } from '../../lessons/lesson.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import type { Notice } from '../../memory/notice.ts';
import { isTellable, noticeWithheld } from '../../memory/tellable.ts';
import { readTextFile } from '../../shared/files.ts';
import { type EntryMatch, entryMatcher, type Task } from './match-entry.ts';
import { PHASE_RULES } from './phase-rules.ts';
import { scanMemory } from './scan-memory.ts';

/** What a lesson asks of whoever reads it. `apply`: do it. `recommend`: do it where it fits. `note`: change nothing for it. */
export type Signal = 'apply' | 'recommend' | 'note';

/** A lesson that concerns the task. */
export interface ConsultedLesson {
  entry: MemoryEntry;
  signal: Signal;
  /** Why it is here. */
  match: EntryMatch;
}

/** The lessons for a task. */
export interface Consultation {
  /** The memory file that was asked. */
  path: string;
  /** Entries in it; 0 where there is none. */
  entries: number;
  /** Best first. */
  lessons: ConsultedLesson[];
  /** Lessons of low confidence that match, and were not read because there are too many entries. */
  skippedLow: number;
  /** Lessons about the whole project that were left out, because what was asked for is what concerns some files. */
  general: number;
  /** Whether there is a memory at all. */
  hasMemory: boolean;
  notices: Notice[];
}

/** Of more entries than this, those of low confidence are not read. */
export const MANY_ENTRIES = 100;

/** Asks the memory of a project which lessons concern a task. Where there is no memory there are none. */
export async function consult(root: string, task: Task, now: Date): Promise<Consultation> {
  const path = join(root, MEMORY_FOLDER, MEMORY_FILE);
  const file = await readTextFile(path);
  return { ...consultText(file?.text ?? '', path, task, now), hasMemory: file !== undefined };
}

/** The same of a text; `path` is for messages. */
export function consultText(text: string, path: string, task: Task, now: Date): Consultation {
  const matchEntry = entryMatcher(task);
  let skippedLow = 0;
  const { count, chosen, notices } = scanMemory(text, path, (head, entries) => {
    const match = matchEntry(head);
    if (match === undefined || head.confidence !== 'low' || entries <= MANY_ENTRIES) return match;
    skippedLow++;
    return undefined;
  });
  const told = chosen.filter(({ entry }) => isTellable(entry));
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

/** What was imported or said once waits for review, however sure it calls itself: until then it changes nothing. */
function readSignal({ confidence, status }: MemoryEntry): Signal {
  return status === 'watching' ? 'note' : SIGNALS[confidence];
}

/** What has its rule elsewhere comes last; then the strength of the signal, what the phase asks for first, and how closely it fits. */
function byWorth({ phase }: Task, now: Date): (first: ConsultedLesson, second: ConsultedLesson) => number {
  const ranksOf = ({ entry, signal, match }: ConsultedLesson) => [
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

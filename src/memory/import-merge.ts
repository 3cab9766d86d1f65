import { fingerprint } from '../lessons/fingerprint.ts';
import type { LessonStatus } from '../lessons/lesson.ts';
import type { MemoryEntry, NewEntry } from './entry-lesson.ts';
import { encodeText } from './field-values.ts';
import type { Memory } from './memory.ts';
import { type MergeResult, mergeLessons } from './merge.ts';
import { seenOnce } from './seen-once.ts';
import { makeTitle, normaliseText } from './sources/lesson-texts.ts';
import type { SourceLesson } from './sources/source.ts';

/** A lesson of a source, and the place of that source. */
export interface ImportedLesson {
  lesson: SourceLesson;
  /** The name of its source. */
  source: string;
  /** Recorded in the entry: `imported on 2026-03-09 from CLAUDE.md (Headroom)`. */
  origin: string;
}

/** The outcome of importing lessons into a memory. */
export interface ImportMerge extends MergeResult {
  /** The entry that now holds each imported lesson, in order; undefined if that entry is broken. */
  entries: (MemoryEntry | undefined)[];
}

/**
 * Merges lessons from elsewhere into memory. A known one adds its counts and dates and changes no words; a new one is watched unless
 * the user calls it ready. A lesson that was retired here stays retired.
 */
export function mergeImported(
  memory: Memory,
  imported: readonly ImportedLesson[],
  now: Date,
  status: LessonStatus,
): ImportMerge {
  const byFingerprint = new Map(memory.entries.map((entry) => [entry.fingerprint, entry]));
  const byText = new Map(memory.entries.toReversed().map((entry) => [normaliseText(entry.guidance), entry]));
  const finds = imported.map(({ lesson, origin }) => {
    const text = normaliseText(encodeText(lesson.guidance));
    const own = fingerprint('import', text);
    // A lesson that was imported before is recognised by its fingerprint, even if a person has reworded it since.
    const known = byFingerprint.get(own) ?? byText.get(text);
    return known ? withWordsOf(known, lesson, status) : asFind(lesson, own, origin, now, status);
  });
  const merged = mergeLessons(memory, finds, now);
  const after = new Map(merged.lessons.map((entry) => [entry.fingerprint, entry]));
  return { ...merged, entries: finds.map((find) => after.get(find.fingerprint)) };
}

function asFind(lesson: SourceLesson, name: string, origin: string, now: Date, status: LessonStatus): NewEntry {
  const { line: _line, origin: before, guidance, title, pattern, firstSeen, lastSeen, ...told } = lesson;
  const day = lastSeen ?? firstSeen ?? now.toISOString().slice(0, 10);
  return {
    ...seenOnce(day),
    pattern: 'Its source does not say what happened.',
    reach: 'project',
    // Nobody here has seen it yet.
    confidence: 'low',
    ...told,
    ...(pattern && { pattern }),
    guidance,
    title: makeTitle(title ?? guidance),
    firstSeen: firstSeen ?? day,
    lastSeen: day,
    fingerprint: name,
    status,
    origin: before === undefined ? origin : `${origin}, and there: ${before}`,
  };
}

/** Combines the source's counts with the words in memory. */
function withWordsOf(known: MemoryEntry, lesson: SourceLesson, status: LessonStatus): NewEntry {
  const { id: _id, line: _line, edited: _edited, ...words } = known;
  return {
    ...words,
    occurrences: lesson.occurrences ?? known.occurrences,
    firstSeen: lesson.firstSeen ?? known.firstSeen,
    lastSeen: lesson.lastSeen ?? known.lastSeen,
    evidence: [],
    status: known.status === 'retired' ? 'retired' : status,
  };
}

import { fingerprint } from '../lessons/fingerprint.ts';
import type { LessonStatus } from '../lessons/lesson.ts';
import type { MemoryEntry, NumberlessLesson } from './entry-lesson.ts';
import { encodeText } from './field-values.ts';
import { setCount } from './helped.ts';
import type { Memory } from './memory.ts';
import { type MergeResult, mergeLessons } from './merge.ts';
import { seenOnce } from './seen-once.ts';
import { makeTitle, normaliseText } from './sources/lesson-texts.ts';
import type { SourceLesson } from './sources/source.ts';

/** A lesson of a source, and where that is. */
export interface ImportedLesson {
  lesson: SourceLesson;
  /** Said in the entry: `imported on 2026-03-09 from CLAUDE.md (Headroom)`. */
  origin: string;
}

/** What an import makes of a memory. */
export interface ImportMerge extends MergeResult {
  /** For each lesson that was handed over, in order, the entry that holds it now; undefined where that entry is broken. */
  entries: (MemoryEntry | undefined)[];
}

/**
 * Puts lessons from elsewhere to what memory knows. One that is known, by fingerprint or by equal words, brings its counts and dates and
 * changes no word; a new one is watched unless the user calls it ready. A lesson that was retired here stays so.
 */
export function mergeImported(memory: Memory, imported: readonly ImportedLesson[], now: Date, status: LessonStatus): ImportMerge {
  const byFingerprint = new Map(memory.entries.map((entry) => [entry.fingerprint, entry]));
  const byText = new Map(memory.entries.toReversed().map((entry) => [normaliseText(entry.guidance), entry]));
  const nameOfText = new Map<string, string>();
  const finds = imported.map(({ lesson, origin }) => {
    const text = normaliseText(encodeText(lesson.guidance));
    const own = fingerprint('import', text);
    // One that was imported before is known by its own name, also where a person has reworded it since.
    const known = byFingerprint.get(lesson.fingerprint ?? own) ?? byFingerprint.get(own) ?? byText.get(text);
    if (known) return withWordsOf(known, lesson, status);
    // Two sources that say the same are one lesson, whether or not one of them knows its fingerprint.
    const name = nameOfText.get(text) ?? lesson.fingerprint ?? own;
    nameOfText.set(text, name);
    return asFind(lesson, name, origin, now, status);
  });
  const merged = takeCounts(mergeLessons(memory, finds, now), imported, finds);
  const after = new Map(merged.lessons.map((entry) => [entry.fingerprint, entry]));
  return { ...merged, entries: finds.map((find) => after.get(find.fingerprint)) };
}

/** What a source counted is not lost: what is counted here comes on top. */
function takeCounts(merge: MergeResult, imported: readonly ImportedLesson[], finds: readonly NumberlessLesson[]): MergeResult {
  let { memory } = merge;
  for (const [
    index,
    {
      lesson: { prevented = 0 },
    },
  ] of imported.entries()) {
    const entry = memory.entries.find(({ fingerprint: name }) => name === finds[index]?.fingerprint);
    if (!entry || prevented <= (entry.prevented ?? 0)) continue;
    // What prevented a mistake has helped.
    for (const field of ['Prevented', 'Helped'] as const)
      memory = setCount(memory, entry.id, field, ({ total, machines }) => ({ total: Math.max(total, prevented), machines }));
  }
  return { ...merge, memory };
}

function asFind(lesson: SourceLesson, name: string, origin: string, now: Date, status: LessonStatus): NumberlessLesson {
  const { line: _line, prevented: _prevented, origin: before, guidance, title, pattern, firstSeen, lastSeen, ...told } = lesson;
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

/** What the source counted, in the words that memory has. */
function withWordsOf(known: MemoryEntry, lesson: SourceLesson, status: LessonStatus): NumberlessLesson {
  const { id: _id, line: _line, edited: _edited, ...words } = known;
  return {
    ...words,
    confidence: lesson.confidence ?? known.confidence,
    occurrences: lesson.occurrences ?? known.occurrences,
    sessions: lesson.sessions ?? known.sessions,
    wastedCalls: lesson.wastedCalls ?? known.wastedCalls,
    firstSeen: lesson.firstSeen ?? known.firstSeen,
    lastSeen: lesson.lastSeen ?? known.lastSeen,
    evidence: lesson.evidence ?? [],
    status: known.status === 'retired' ? 'retired' : status,
  };
}

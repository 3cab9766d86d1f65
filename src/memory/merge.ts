import { formatDate } from '../shared/clock.ts';
import { appendEntries, changeBlocks, parseDocument } from './document.ts';
import { formatId, type MemoryEntry, type NewEntry } from './entry-lesson.ts';
import { decodeScope, encodeScope, encodeText } from './field-values.ts';
import { type Memory, memoryOption, readEntries } from './memory.ts';
import { markOutdated, settleWithKept } from './outdated.ts';
import { newMemoryText, nextNumber, noteNextNumber } from './template.ts';
import { exhume } from './tombstones.ts';
import { isContradicted, uniteFinds, uniteLessons } from './unite.ts';
import { newEntry, updateEntry } from './write-entry.ts';

/** The outcome of merging new lessons into memory. */
export interface MergeResult {
  /** The memory with the new lessons merged in; nothing is written yet. */
  memory: Memory;
  /** Every lesson after the merge, in the order of the file, with its permanent id. */
  lessons: MemoryEntry[];
  /** Ids of new lessons. */
  added: string[];
  /** Ids of known lessons whose entry changed. */
  updated: string[];
  /** Ids of known lessons that were not found this time: their logs may be gone, but the lessons stay. */
  keptFromMemory: string[];
  /** Ids of lessons that a person confirmed, although calls that they call wrong work by now. */
  contradicted: string[];
}

/**
 * Merges the lessons found now into memory. A found lesson that is retired already and was never in memory is left out: nobody
 * needs a lesson that was never delivered and no longer holds.
 */
export function mergeLessons(before: Memory, found: readonly NewEntry[], now: Date): MergeResult {
  const { memory, finds: heard, revived } = heedTombstones(before, joinFinds(found, now), now);
  const known = new Map(memory.entries.map((entry) => [entry.fingerprint, entry]));
  const { finds, outdated } = settleWithKept(heedPeople(heard, known), memory.entries);
  const united = new Map<string, NewEntry>();
  const fresh: NewEntry[] = [];
  for (const [fingerprint, find] of finds) {
    const entry = known.get(fingerprint);
    if (entry) united.set(entry.id, uniteLessons(entry, find));
    else if (find.status !== 'retired' && !memory.brokenFingerprints.has(fingerprint)) fresh.push(find);
  }

  for (const entry of memory.entries)
    if (outdated.has(entry.id)) united.set(entry.id, { ...entry, status: 'watching' });

  const updated: string[] = [...revived];
  const byId = new Map(memory.entries.map((entry) => [entry.id, entry]));
  const base =
    memory.document.blocks.length === 0 && fresh.length > 0 ? parseDocument(newMemoryText(memory)) : memory.document;
  const changed = changeBlocks(base, (block) => {
    if (block.type !== 'entry' || block.number === undefined) return block;
    const id = formatId(block.number);
    const known = byId.get(id);
    const after = united.get(id);
    if (!known || !after) return block;
    const entry = updateEntry(block, known, after, base.eol);
    if (entry.lines.join('') !== block.lines.join('') && !revived.includes(id)) updated.push(id);
    return entry;
  });

  const first = nextNumber(changed, memory.graveyard.document);
  const added = fresh.map((_, index) => formatId(first + index));
  const noted = fresh.length > 0 ? noteNextNumber(changed, first + fresh.length) : changed;
  const document = appendEntries(
    noted,
    fresh.map((lesson, index) => newEntry(lesson, added[index] ?? '', formatDate(now), memoryOption(memory))),
  );
  const merged = markOutdated(readEntries({ ...memory, document }), outdated);
  const exact = new Map([...united, ...fresh.map((lesson, index): [string, NewEntry] => [added[index] ?? '', lesson])]);
  return {
    // The notices of the first reading stay, because they include those of the second.
    memory: { ...merged, notices: memory.notices },
    lessons: merged.entries.map((entry) => withExactTimes(entry, exact.get(entry.id))),
    added,
    updated,
    keptFromMemory: memory.entries.filter((entry) => !finds.has(entry.fingerprint)).map((entry) => entry.id),
    contradicted: memory.entries
      .filter((entry) => isContradicted(entry, finds.get(entry.fingerprint)))
      .map((entry) => entry.id),
  };
}

/** Restores exact times and complete evidence from this run, because the file keeps only days and the newest evidence. */
function withExactTimes(entry: MemoryEntry, lesson: NewEntry | undefined): MemoryEntry {
  if (!lesson) return entry;
  const { firstSeen, lastSeen, evidence, yieldsTo } = lesson;
  return { ...entry, firstSeen, lastSeen, evidence, ...(yieldsTo && entry.status === 'watching' ? { yieldsTo } : {}) };
}

/**
 * Applies people's decisions: a lesson yields to another one only while that is delivered, not to one that a person rejected or
 * retired. If a person has confirmed the lesson, the other one yields instead.
 */
function heedPeople(
  finds: ReadonlyMap<string, NewEntry>,
  known: ReadonlyMap<string, MemoryEntry>,
): Map<string, NewEntry> {
  const heeded = new Map(finds);
  for (const [fingerprint, { yieldsTo, ...find }] of finds) {
    if (!yieldsTo) continue;
    const entry = known.get(fingerprint);
    const others = yieldsTo.filter((other) => finds.has(other) && known.get(other)?.status !== 'retired');
    if (others.length > 0 && entry?.validated === undefined) continue;
    heeded.set(fingerprint, { ...find, status: 'ready' });
    for (const other of others) {
      const stronger = finds.get(other);
      if (stronger && known.get(other)?.validated === undefined)
        heeded.set(other, { ...stronger, status: 'watching', yieldsTo: [fingerprint] });
    }
  }
  return heeded;
}

function joinFinds(found: readonly NewEntry[], now: Date): Map<string, NewEntry> {
  const finds = new Map<string, NewEntry>();
  for (const find of found.map((lesson) => asFileHolds(lesson, now))) {
    // Without guidance it could not be read back, and would tell nobody what to do.
    if (find.guidance === '' || find.fingerprint === '') continue;
    const other = finds.get(find.fingerprint);
    finds.set(find.fingerprint, other ? uniteFinds(other, find) : find);
  }
  return finds;
}

/** Reduces the lesson to what the file format can hold, so that reading it back gives an equal one. */
function asFileHolds(lesson: NewEntry, now: Date): NewEntry {
  const firstSeen = lesson.firstSeen || lesson.lastSeen || now.toISOString();
  return {
    ...lesson,
    fingerprint: encodeText(lesson.fingerprint),
    title: encodeText(lesson.title) || 'untitled',
    pattern: encodeText(lesson.pattern),
    guidance: encodeText(lesson.guidance),
    ...(lesson.origin && { origin: encodeText(lesson.origin) }),
    scope: decodeScope(encodeScope(lesson.scope)),
    firstSeen,
    lastSeen: lesson.lastSeen || firstSeen,
  };
}

/** The found lessons that remain to be merged after those with a tombstone are handled. */
interface AppliedTombstones {
  /** The memory with the restored lessons. */
  memory: Memory;
  finds: Map<string, NewEntry>;
  /** Ids of lessons that were pruned and have been seen again since. */
  revived: string[];
}

/**
 * Applies tombstones: a rejected lesson is not learned again, and a pruned one only if it was seen after that day; it then
 * returns under its old id.
 */
function heedTombstones(memory: Memory, finds: ReadonlyMap<string, NewEntry>, now: Date): AppliedTombstones {
  const left = new Map(finds);
  const revived: string[] = [];
  const lines: string[][] = [];
  let { graveyard } = memory;
  const isThere = new Set(memory.entries.map((entry) => entry.fingerprint));
  for (const stone of memory.graveyard.stones) {
    const find = left.get(stone.fingerprint);
    if (!find || isThere.has(stone.fingerprint)) continue;
    const isSeenAgain =
      stone.departure === 'pruned' && find.status !== 'retired' && find.lastSeen.slice(0, 10) > stone.day;
    const back = isSeenAgain ? exhume(graveyard, stone.id, now) : undefined;
    if (!back) {
      left.delete(stone.fingerprint);
      continue;
    }
    ({ graveyard } = back);
    lines.push(back.lines);
    revived.push(stone.id);
  }
  if (revived.length === 0) return { memory, finds: left, revived };
  const document = appendEntries(memory.document, lines);
  const { notices } = memory;
  return { memory: { ...readEntries({ ...memory, document, graveyard }), notices }, finds: left, revived };
}

import { appendEntries } from './document.ts';
import type { NumberlessLesson } from './entry-lesson.ts';
import { type Memory, readEntries } from './memory.ts';
import { exhume } from './tombstones.ts';

/** The found lessons that remain to be merged after those with a tombstone are handled. */
export interface AppliedTombstones {
  /** The memory with the restored lessons. */
  memory: Memory;
  finds: Map<string, NumberlessLesson>;
  /** Ids of lessons that were pruned and have been seen again since. */
  revived: string[];
}

/**
 * Applies tombstones: a rejected lesson is not learned again, and a pruned one only if it was seen after that day; it then
 * returns under its old id.
 */
export function heedTombstones(memory: Memory, finds: ReadonlyMap<string, NumberlessLesson>, now: Date): AppliedTombstones {
  const left = new Map(finds);
  const revived: string[] = [];
  const lines: string[][] = [];
  let { graveyard } = memory;
  const isThere = new Set(memory.entries.map((entry) => entry.fingerprint));
  for (const stone of memory.graveyard.stones) {
    const find = left.get(stone.fingerprint);
    if (!find || isThere.has(stone.fingerprint)) continue;
    const isSeenAgain = stone.departure === 'pruned' && find.status !== 'retired' && find.lastSeen.slice(0, 10) > stone.day;
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

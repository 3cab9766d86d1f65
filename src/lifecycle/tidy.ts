import { agesOf, daysSince, findAhead } from '../memory/age.ts';
import { setConfidence } from '../memory/confidence.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import type { Memory } from '../memory/memory.ts';
import { takeOut } from './judge-entry.ts';

/** What tidying did to one lesson, or would do. */
export interface Tidied {
  id: string;
  title: string;
  /** Days since it was last seen. */
  days: number;
}

/** What tidying came to. */
export interface TidyOutcome {
  /** Weak, and not seen for long: taken out, with a tombstone. */
  pruned: Tidied[];
  /** Of medium confidence, and not seen for longer: of low confidence now. */
  downgraded: Tidied[];
  /** Weak, and taken out because there are too many. */
  capped: Tidied[];
  /** Sure ones that should become a rule, a test or a hook, because there are too many. */
  promote: Tidied[];
  /** Entries that count against the cap, before and after. */
  before: number;
  after: number;
  /** An entry that is dated after today: nothing was tidied. */
  ahead?: { id: string; day: string };
}

/** A low-confidence lesson that nobody has seen for longer goes. */
export const PRUNE_DAYS = 60;
/** A medium one becomes a low one. */
export const DOWNGRADE_DAYS = 120;
/** More entries than this are too many to read. Promoted ones do not count. */
export const MOST_ENTRIES = 200;
/** Over the cap, low ones go earlier. */
export const CAP_DAYS = 30;

/** Whether a log of a lesson's evidence is still there. What is still mined is judged by mining, and not by its age. */
export type HasLogs = (entry: Pick<MemoryEntry, 'evidence'>) => boolean;

/**
 * Keeps memory small: prunes, downgrades, and holds the cap. What is promoted, confirmed by a person, or has logs that `learn` still reads
 * is left alone. Where an entry is dated after today, nothing is done: a clock was wrong, and so may be any age.
 */
export function tidyMemory(memory: Memory, now: Date, hasLogs: HasLogs = () => false): { memory: Memory; outcome: TidyOutcome } {
  const counted = memory.entries.filter((entry) => !entry.promoted);
  const ahead = findAhead(memory, now);
  if (ahead) return { memory, outcome: { ...NOTHING, before: counted.length, after: counted.length, ahead } };
  const ages = agesOf(memory, now);
  const isOld = ({ id }: MemoryEntry, days: number) => (ages.get(id) ?? 0) > days;
  const describe = (entry: MemoryEntry): Tidied => ({
    id: entry.id,
    title: entry.title,
    days: daysSince(entry.lastSeen, now),
  });
  const free = memory.entries.filter((entry) => !entry.promoted && entry.validated === undefined);
  const pruned = free.filter((entry) => entry.confidence === 'low' && isOld(entry, PRUNE_DAYS) && !hasLogs(entry));
  const downgraded = free.filter((entry) => entry.confidence === 'medium' && isOld(entry, DOWNGRADE_DAYS) && !hasLogs(entry));
  const isOver = counted.length - pruned.length > MOST_ENTRIES;
  const capped = isOver
    ? free.filter((entry) => isWeak(entry, downgraded) && !pruned.includes(entry) && isOld(entry, CAP_DAYS) && !hasLogs(entry))
    : [];
  const promote = isOver ? counted.filter((entry) => entry.confidence === 'high') : [];

  const lowered = downgraded
    .filter((entry) => !capped.includes(entry))
    .reduce((changed, entry) => setConfidence(changed, entry, 'low'), memory);
  const gone = [
    ...pruned.map((entry) => ({
      id: entry.id,
      reason: `of low confidence, and not seen for ${daysSince(entry.lastSeen, now)} days`,
    })),
    ...capped.map((entry) => ({ id: entry.id, reason: `of low confidence, and there were more than ${MOST_ENTRIES} lessons` })),
  ];
  const left = takeOut(
    lowered,
    gone.map((one) => ({ ...one, departure: 'pruned' })),
    now,
  );
  return {
    memory: left,
    outcome: {
      pruned: pruned.map(describe),
      downgraded: downgraded.filter((entry) => !capped.includes(entry)).map(describe),
      capped: capped.map(describe),
      promote: promote.map(describe),
      before: counted.length,
      after: counted.length - pruned.length - capped.length,
    },
  };
}

const NOTHING = { pruned: [], downgraded: [], capped: [], promote: [] };

/** Whether there is anything to tell. */
export function isTidy({ pruned, downgraded, capped, promote, ahead }: TidyOutcome): boolean {
  return ahead === undefined && [pruned, downgraded, capped, promote].every((list) => list.length === 0);
}

function isWeak(entry: MemoryEntry, downgraded: readonly MemoryEntry[]): boolean {
  return entry.confidence === 'low' || downgraded.includes(entry);
}

import { agesOf, daysSince, findAhead } from '../memory/age.ts';
import { setConfidence } from '../memory/confidence.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import type { Memory } from '../memory/memory.ts';
import { takeOut } from './judge-entry.ts';

/** A change that tidying made to one lesson, or would make. */
export interface Tidied {
  id: string;
  title: string;
  /** Days since it was last seen. */
  days: number;
}

/** The outcome of tidying. */
export interface TidyOutcome {
  /** Low confidence and not seen for long: removed, with a tombstone. */
  pruned: Tidied[];
  /** Medium confidence and not seen for longer: now low confidence. */
  downgraded: Tidied[];
  /** Low confidence and removed because there are too many entries. */
  capped: Tidied[];
  /** High confidence: they should become a rule, a test or a hook, because there are too many entries. */
  promote: Tidied[];
  /** The number of entries that count towards the cap, before and after. */
  before: number;
  after: number;
  /** An entry dated after today: nothing was tidied. */
  ahead?: { id: string; day: string };
}

/** A lesson of low confidence that has not been seen for longer than this is pruned. */
const PRUNE_DAYS = 60;
/** A lesson of medium confidence that has not been seen for longer than this becomes one of low confidence. */
const DOWNGRADE_DAYS = 120;
/** The cap: more entries than this are too many to read. Promoted ones do not count. */
export const MOST_ENTRIES = 200;
/** Above the cap, lessons of low confidence are pruned after this many days. */
const CAP_DAYS = 30;

/** Whether a log with a lesson's evidence still exists. Mining judges lessons that are still mined; their age does not matter. */
export type HasLogs = (entry: Pick<MemoryEntry, 'evidence'>) => boolean;

/**
 * Keeps memory small: prunes, downgrades and enforces the cap. Lessons that are promoted, confirmed by a person or have logs that
 * `learn` still reads are left alone. If an entry is dated after today, nothing is done: a clock was wrong, so any age may be
 * wrong.
 */
export function tidyMemory(
  memory: Memory,
  now: Date,
  hasLogs: HasLogs = () => false,
): { memory: Memory; outcome: TidyOutcome } {
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
  const downgraded = free.filter(
    (entry) => entry.confidence === 'medium' && isOld(entry, DOWNGRADE_DAYS) && !hasLogs(entry),
  );
  const isOver = counted.length - pruned.length > MOST_ENTRIES;
  const capped = isOver
    ? free.filter(
        (entry) => isWeak(entry, downgraded) && !pruned.includes(entry) && isOld(entry, CAP_DAYS) && !hasLogs(entry),
      )
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
    ...capped.map((entry) => ({
      id: entry.id,
      reason: `of low confidence, and there were more than ${MOST_ENTRIES} lessons`,
    })),
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

/** Whether there is nothing to report. */
export function isTidy({ pruned, downgraded, capped, promote, ahead }: TidyOutcome): boolean {
  return ahead === undefined && [pruned, downgraded, capped, promote].every((list) => list.length === 0);
}

function isWeak(entry: MemoryEntry, downgraded: readonly MemoryEntry[]): boolean {
  return entry.confidence === 'low' || downgraded.includes(entry);
}

import type { MemoryEntry } from './entry-lesson.ts';
import type { Memory } from './memory.ts';
import { dayOf } from './write-entry.ts';

const DAY = 86_400_000;

/** The clocks and time zones of two machines differ by less than this. */
const TOLERATED_DAYS = 1;

/** Returns the whole days from a timestamp to a day; 0 without a date, because the lesson may just have been seen. */
export function daysSince(time: string, now: Date): number {
  const then = Date.parse(dayOf(time));
  const today = Date.parse(dayOf(now.toISOString()));
  return Number.isNaN(then) ? 0 : Math.floor((today - then) / DAY);
}

/**
 * Returns the days since each entry was last seen, or was added to memory if that was later. Numbers are assigned in order, so an
 * entry was added no earlier than those with lower numbers, whatever the clock said when it was written.
 */
export function agesOf({ entries }: Memory, now: Date): Map<string, number> {
  const ages = new Map<string, number>();
  let reached = '';
  for (const entry of [...entries].sort((a, b) => numberOf(a) - numberOf(b))) {
    const { added = '', firstSeen, lastSeen } = entry;
    reached = latest(reached, dayOf(added || firstSeen));
    const since = lastSeen === '' ? '' : latest(reached, dayOf(lastSeen), dayOf(added));
    ages.set(entry.id, daysSince(since, now));
  }
  return ages;
}

/** Returns the entry with the newest date if that is later than today: then a clock was wrong, and no age is reliable. */
export function findAhead({ entries }: Memory, now: Date): { id: string; day: string } | undefined {
  const dated = entries.map((entry) => ({ id: entry.id, day: newestDay(entry) }));
  const newest = dated.reduce((first, next) => (next.day > first.day ? next : first), { id: '', day: '' });
  return newest.day !== '' && daysSince(newest.day, now) < -TOLERATED_DAYS ? newest : undefined;
}

function newestDay({ firstSeen, lastSeen, added = '', validated = '' }: MemoryEntry): string {
  return dayOf(latest(firstSeen, lastSeen, added, validated));
}

function numberOf({ id }: MemoryEntry): number {
  return Number(id.slice(2));
}

/** Days and full timestamps sort as text. */
function latest(...times: string[]): string {
  return times.sort().at(-1) ?? '';
}

import { editEntry } from '../../memory/blocks.ts';
import { setField } from '../../memory/edit-entry.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import type { Memory } from '../../memory/memory.ts';
import { formatDate } from '../../shared/clock.ts';
import { requireEntry } from '../entries.ts';

/** A person who kept a lesson is asked again after this many days, or after this many more occurrences. */
export const ASK_AGAIN_DAYS = 30;
export const ASK_AGAIN_OCCURRENCES = 3;

/** Keeps a lesson as a lesson, as a person wants: its promotion is not suggested again for a while. */
export function keepEntry(memory: Memory, id: string, now: Date): Memory {
  const entry = requireEntry(memory, id);
  const times = entry.occurrences === 1 ? 'once' : `${entry.occurrences} times`;
  return editEntry(memory, entry.id, (block, eol) =>
    setField(block, 'Kept', `${formatDate(now)} (seen ${times})`, eol),
  );
}

/** Whether a lesson was kept so recently that nothing has changed since. */
export function isKept({ kept, occurrences }: Pick<MemoryEntry, 'kept' | 'occurrences'>, now: Date): boolean {
  const [, day, times] = /^(\d{4}-\d{2}-\d{2})(?: \(seen (once|\d{1,9} times)\))?/.exec(kept ?? '') ?? [];
  const then = Date.parse(day ?? '');
  if (Number.isNaN(then)) return false;
  const days = (Date.parse(formatDate(now)) - then) / 86_400_000;
  const before = times === undefined ? occurrences : times === 'once' ? 1 : Number.parseInt(times, 10);
  return days < ASK_AGAIN_DAYS && occurrences - before < ASK_AGAIN_OCCURRENCES;
}

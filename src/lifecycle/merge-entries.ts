import { editEntry } from '../memory/blocks.ts';
import type { Memory } from '../memory/memory.ts';
import { uniteFinds, uniteLosses } from '../memory/unite.ts';
import { updateEntry } from '../memory/write-entry.ts';
import { AppError } from '../shared/errors.ts';
import { unmark, unmarkSimilar } from './capture/conflict.ts';
import { requireEntry } from './entries.ts';
import { takeOut } from './judge-entry.ts';

/**
 * Merges two lessons that a person says are the same. The remaining one keeps its words and adds the other's occurrences; the
 * other leaves a tombstone, so that it is not learned again from the same sessions.
 */
export function mergeEntries(memory: Memory, { from, into }: { from: string; into: string }, now: Date): Memory {
  const gone = requireEntry(memory, from);
  const kept = requireEntry(memory, into);
  if (gone.id === kept.id)
    throw new AppError('usage', `${gone.id} is already one lesson.`, { hint: 'Name another one.' });
  const { title, pattern, guidance, scope, kind, reach, trigger } = kept;
  const united = { ...uniteFinds(kept, gone), title, pattern, guidance, scope, kind, reach };
  const calls = new Set(kept.evidence.map(({ call }) => call));
  // If each lists all of its calls, the union is complete; otherwise only the larger count is certain.
  const isCounted = gone.evidence.every(({ call }) => call !== undefined && !calls.has(call));
  const occurrences = isCounted ? kept.occurrences + gone.occurrences : united.occurrences;
  const status = kept.status === 'retired' ? kept.status : united.status;
  const after = {
    ...united,
    occurrences,
    ...(isCounted ? uniteLosses(kept, gone, (a, b) => a + b) : {}),
    status,
    ...(trigger ? { trigger } : {}),
  };
  const joined = editEntry(unmark(unmark(memory, kept.id, [gone.id]), gone.id, [kept.id]), kept.id, (block, eol) =>
    updateEntry(block, requireEntry(memory, kept.id), after, eol),
  );
  // A note that the remaining lesson resembles another one is settled now, or names the removed one.
  return takeOut(
    unmarkSimilar(joined, kept.id),
    [{ id: gone.id, departure: 'rejected', reason: `merged into ${kept.id}` }],
    now,
  );
}

import { editEntry } from '../memory/blocks.ts';
import type { Memory } from '../memory/memory.ts';
import { uniteFinds, uniteLosses } from '../memory/unite.ts';
import { updateEntry } from '../memory/write-entry.ts';
import { AppError } from '../shared/errors.ts';
import { unmark, unmarkSimilar } from './capture/conflict.ts';
import { requireEntry } from './entries.ts';
import { takeOut } from './judge-entry.ts';

/**
 * A person says that two lessons are one. The one that stays keeps its words and takes on what the other was seen; the other leaves a
 * tombstone, so that it is not learned again from the same sessions.
 */
export function mergeEntries(memory: Memory, { from, into }: { from: string; into: string }, now: Date): Memory {
  const gone = requireEntry(memory, from);
  const kept = requireEntry(memory, into);
  if (gone.id === kept.id) throw new AppError('usage', `${gone.id} is one lesson already.`, { hint: 'Name another one.' });
  const { title, pattern, guidance, scope, kind, reach, trigger } = kept;
  const united = { ...uniteFinds(kept, gone), title, pattern, guidance, scope, kind, reach };
  const calls = new Set(kept.evidence.map(({ call }) => call));
  // Where each lists all of its calls, those of both are all there are; else the larger count is what is sure.
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
  // Whether the one that stays is the same as another one is decided now, or names the one that goes.
  return takeOut(unmarkSimilar(joined, kept.id), [{ id: gone.id, departure: 'rejected', reason: `merged into ${kept.id}` }], now);
}

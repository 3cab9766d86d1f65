import { refuseAdvice } from '../lessons/guard/refuse-advice.ts';
import { editEntry } from '../memory/blocks.ts';
import { setField } from '../memory/edit-entry.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import type { Memory } from '../memory/memory.ts';
import { AppError } from '../shared/errors.ts';
import { findWithheld } from '../verify/verified.ts';
import { requireEntry } from './entries.ts';

/** Refuses to save a text that recommends something agents must never be told to do. */
export function refuseDanger(texts: readonly string[], what: 'The fix' | 'The rule'): void {
  const refused = texts.map((text) => refuseAdvice(text)).find((found) => found !== undefined);
  if (!refused) return;
  throw new AppError('conflict', `${what} is not saved: it ${refused.reason}.`, {
    hint: 'Say what to do instead, or tell agents to avoid it.',
  });
}

/**
 * Refuses words that recommend something agents must never be told to do. If a person vouched for the previous words, new words
 * lose that mark.
 */
export function refuseDangerousWords(before: MemoryEntry, memory: Memory): Memory {
  const entry = requireEntry(memory, before.id);
  const isTitled = entry.title === before.title || refuseAdvice(entry.title) === undefined;
  if (entry.guidance === before.guidance && isTitled) return memory;
  const isStale = before.vouched !== undefined && entry.vouched === before.vouched;
  const after = isStale
    ? editEntry(memory, entry.id, (block, eol) => setField(block, 'Vouched', undefined, eol))
    : memory;
  const refused = findWithheld(requireEntry(after, entry.id));
  if (!refused) return after;
  throw new AppError('conflict', `${entry.id} is not changed: it ${refused.reason}.`, {
    hint: 'Say what to do instead, or tell agents to avoid it. If you mean it, capture it in a terminal with --vouch.',
  });
}

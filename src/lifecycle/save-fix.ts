import { raiseConfidence } from '../lessons/confidence.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import type { Memory } from '../memory/memory.ts';
import { mergeLessons } from '../memory/merge.ts';
import { lessonOf, type ToolFix } from '../memory/tool-fixes/tool-fix.ts';
import { formatDate } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';

/** What saving a fix came to. */
export interface SavedFix {
  action: 'add' | 'update';
  entry: MemoryEntry;
}

/**
 * Saves a fix that worked. One of the same tool and error is counted on, with the words of now: who saves a fix again has a better one, or
 * has seen that it works. A fix that somebody rejected is refused.
 */
export function saveFix(memory: Memory, fix: ToolFix, now: Date): { memory: Memory; outcome: SavedFix } {
  const lesson = lessonOf(fix, `fix saved on ${formatDate(now)}`, formatDate(now));
  const stone = memory.graveyard.stones.find(
    ({ fingerprint, departure }) => fingerprint === lesson.fingerprint && departure === 'rejected',
  );
  if (stone)
    throw new AppError(
      'conflict',
      `This fix was rejected on ${stone.day}, as ${stone.id}${stone.reason ? `: ${stone.reason}` : ''}.`,
      {
        hint: `hardwon restore ${stone.id} brings it back.`,
      },
    );
  const known = memory.entries.find(({ fingerprint }) => fingerprint === lesson.fingerprint);
  const occurrences = (known?.occurrences ?? 0) + 1;
  const confidence = known ? raiseConfidence(known.confidence) : lesson.confidence;
  const merged = mergeLessons(memory, [{ ...lesson, occurrences, confidence }], now);
  const entry = merged.lessons.find(({ fingerprint }) => fingerprint === lesson.fingerprint);
  if (!entry) throw new AppError('conflict', `The fix could not be saved: see ${memory.path}.`);
  return { memory: merged.memory, outcome: { action: known ? 'update' : 'add', entry } };
}

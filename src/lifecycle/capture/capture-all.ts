import type { Memory } from '../../memory/memory.ts';
import { suggestPromotion } from '../promotion/due.ts';
import { type TidyOutcome, tidyMemory } from '../tidy.ts';
import { captureLesson } from './capture-lesson.ts';
import type { Captured, CaptureOptions } from './captured.ts';
import { dropStaleMarks } from './conflict.ts';
import type { Proposal } from './proposal.ts';

/** The outcome of capturing several proposals. */
export interface CaptureOutcome {
  /** One outcome per proposal, in order. */
  captured: Captured[];
  /** The outcome of the tidying in the same write; absent if nothing was captured. */
  tidied?: TidyOutcome;
}

/**
 * Captures proposals one after the other and then tidies, so that a lesson that is seen again is not pruned in the same write.
 */
export function captureAll(
  before: Memory,
  proposals: readonly Proposal[],
  options: CaptureOptions,
): { memory: Memory; outcome: CaptureOutcome } {
  let memory = before;
  const captured: Captured[] = [];
  for (const proposal of proposals) {
    const step = captureLesson(memory, proposal, options);
    memory = step.memory;
    captured.push(step.captured);
  }
  if (captured.every(({ action }) => action === 'refused')) return { memory: before, outcome: { captured } };
  const { memory: tidy, outcome } = tidyMemory(memory, options.now, options.hasLogs);
  const after = dropStaleMarks(tidy);
  return {
    memory: after,
    outcome: { captured: captured.map((one) => withPromotion(one, after, options.now)), tidied: outcome },
  };
}

/**
 * Adds the suggested promotion: a lesson of high confidence, or seen three times, should become permanent instead of being
 * repeated.
 */
function withPromotion(captured: Captured, memory: Memory, now: Date): Captured {
  const entry = memory.entries.find(({ id }) => id === captured.id);
  const promotion = entry && suggestPromotion(entry, now);
  return promotion === undefined ? captured : { ...captured, promotion };
}

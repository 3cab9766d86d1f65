import { findEntryBlock } from '../../memory/blocks.ts';
import type { Memory } from '../../memory/memory.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { TidyOutcome } from '../tidy.ts';
import type { CaptureOutcome } from './capture-all.ts';
import type { Captured } from './captured.ts';

/** A proposal and what became of it, as JSON answers tell it. */
export interface DescribedCapture extends Omit<Captured, 'action' | 'reasons'> {
  /** `proposed`: nothing was written yet. */
  action: Captured['action'] | 'proposed';
  /** What would be done with what is only proposed. */
  would?: Captured['action'];
  reasons: { code: string; message: string; hint?: string }[];
  /** The entry as it stands, or would stand, in the file. */
  entry?: string;
}

/** Describes what a capture came to; `isWritten`: it was to be written, not only shown. */
export function describeCapture(
  { captured, tidied }: CaptureOutcome,
  memory: Memory,
  isWritten: boolean,
): { lessons: DescribedCapture[]; tidied?: TidyOutcome } {
  const lessons = captured.map(({ action, reasons, ...lesson }): DescribedCapture => {
    const isOpen = action !== 'refused' && !isWritten;
    return {
      action: isOpen ? 'proposed' : action,
      ...(isOpen ? { would: action } : {}),
      ...lesson,
      reasons: reasons.map(({ code, message, hint }) => ({ code, message, ...(hint && { hint }) })),
      ...(lesson.id === undefined ? {} : { entry: entryText(memory, lesson.id) }),
    };
  });
  return { lessons, ...(tidied && { tidied }) };
}

/** The entry as it stands in the file. */
export function entryText(memory: Memory, id: string): string {
  const lines = findEntryBlock(memory, id)?.lines ?? [];
  return stripControls(lines.join('')).trimEnd();
}

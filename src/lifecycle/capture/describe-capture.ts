import { findEntryBlock } from '../../memory/blocks.ts';
import type { Memory } from '../../memory/memory.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { TidyOutcome } from '../tidy.ts';
import type { CaptureOutcome } from './capture-all.ts';
import type { Captured } from './captured.ts';

/** A proposal and its outcome, as reported in JSON. */
export interface DescribedCapture extends Omit<Captured, 'action' | 'reasons'> {
  /** `proposed`: nothing has been written yet. */
  action: Captured['action'] | 'proposed';
  /** The action that would be taken for a mere proposal. */
  would?: Captured['action'];
  reasons: { code: string; message: string; hint?: string }[];
  /** The entry as it is, or would be, written in the file. */
  entry?: string;
}

/** Describes the outcome of a capture; `isWritten` says that it was meant to be written, not only shown. */
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

/** Returns the entry as it is written in the file. */
export function entryText(memory: Memory, id: string): string {
  const lines = findEntryBlock(memory, id)?.lines ?? [];
  return stripControls(lines.join('')).trimEnd();
}

import { CONFIDENCES } from '../../lessons/confidence.ts';
import type { Confidence, LessonStatus } from '../../lessons/lesson.ts';
import { type Memory, memoryOption } from '../../memory/memory.ts';
import type { Tombstone } from '../../memory/tombstones.ts';
import { requireEntry } from '../entries.ts';
import type { HasLogs } from '../tidy.ts';
import type { Proposal } from './proposal.ts';
import type { Judging } from './refusals/judge-proposal.ts';
import type { CaptureRefusal } from './refusals/refusal.ts';

/** How proposals are captured. */
export interface CaptureOptions extends Judging {
  now: Date;
  /** For hygiene; where absent, no lesson has logs. */
  hasLogs?: HasLogs;
  /** The lesson to count on, decided by hand. */
  mergeInto?: string;
  /** A new entry, whatever is like it; decided by hand. */
  isNew?: boolean;
}

/** What became of a proposal. */
export interface Captured {
  action: 'add' | 'merge' | 'refused';
  title: string;
  guidance: string;
  /** Why it was refused; empty where it was not. */
  reasons: CaptureRefusal[];
  /** The lesson that holds it now. */
  id?: string;
  confidence?: Confidence;
  occurrences?: number;
  status?: LessonStatus;
  /** A lesson that is like it, and was not counted on. */
  similar?: string;
  /** A lesson that it is probably the same as, and that somebody rejected: it is a candidate until a person confirms it. */
  rejected?: string;
  /** Lessons that it may contradict. */
  conflicts: string[];
  /** What it does not say: where it holds, which then is the whole project, or what happened. Absent where it says both. */
  unsaid?: ('scope' | 'pattern')[];
  /** The commands by which it should become permanent, now that it is sure or was seen often. */
  promotion?: string;
  /** It had been pruned, and is back. */
  revived?: true;
  /** The same session was counted before: nothing changed. */
  isCounted?: true;
}

/** A step of a capture: the memory after it, and what became of the proposal. */
export interface CaptureStep {
  memory: Memory;
  captured: Captured;
}

/** What to say of a lesson that somebody has rejected. */
export function refuseRejected({ id, day, reason }: Tombstone, memory: Memory): CaptureRefusal {
  return {
    code: 'rejected',
    message: `${id} said so, and was rejected on ${day}${reason ? `: ${reason}` : ''}.`,
    hint: `hardwon restore ${id}${memoryOption(memory)} brings it back.`,
    isHard: true,
  };
}

export function refuse({ title = '', guidance }: Proposal, reasons: CaptureRefusal[]): Captured {
  return { action: 'refused', title, guidance, reasons, conflicts: [] };
}

/** What memory holds of a lesson after a capture. */
export function describeEntry(memory: Memory, id: string): Omit<Captured, 'action'> & { id: string } {
  const { title, guidance, confidence, occurrences, status } = requireEntry(memory, id);
  return { id, title, guidance, reasons: [], confidence, occurrences, status, conflicts: [] };
}

/** The higher of two confidences. */
export function atLeast(confidence: Confidence, least: Confidence): Confidence {
  return CONFIDENCES.indexOf(confidence) > CONFIDENCES.indexOf(least) ? confidence : least;
}

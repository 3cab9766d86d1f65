import { CONFIDENCES } from '../../lessons/confidence.ts';
import type { Confidence, LessonStatus } from '../../lessons/lesson.ts';
import { type Memory, memoryOption } from '../../memory/memory.ts';
import type { Tombstone } from '../../memory/tombstones.ts';
import { requireEntry } from '../entries.ts';
import type { HasLogs } from '../tidy.ts';
import type { Proposal } from './proposal.ts';
import type { Judging } from './refusals/judge-proposal.ts';
import type { CaptureRefusal } from './refusals/refusal.ts';

/** Options for capturing proposals. */
export interface CaptureOptions extends Judging {
  now: Date;
  /** Needed for tidying; if absent, no lesson counts as having logs. */
  hasLogs?: HasLogs;
  /** The id of the lesson to count the proposal on, chosen by a person. */
  mergeInto?: string;
  /** Adds a new entry even if a similar one exists; chosen by a person. */
  isNew?: boolean;
}

/** The outcome of capturing one proposal. */
export interface Captured {
  action: 'add' | 'merge' | 'refused';
  title: string;
  guidance: string;
  /** Why it was refused; empty if it was not. */
  reasons: CaptureRefusal[];
  /** The id of the lesson that now holds it. */
  id?: string;
  confidence?: Confidence;
  occurrences?: number;
  status?: LessonStatus;
  /** The id of a similar lesson on which it was not counted. */
  similar?: string;
  /** The id of a rejected lesson that is probably the same: the proposal is a candidate until a person confirms it. */
  rejected?: string;
  /** The ids of lessons that it may contradict. */
  conflicts: string[];
  /**
   * The parts that the proposal lacks: its scope, which then is the whole project, or what happened. Absent if it states both.
   */
  unsaid?: ('scope' | 'pattern')[];
  /** The commands that make the lesson permanent, now that it has high confidence or was seen often. */
  promotion?: string;
  /** The lesson had been pruned and was restored. */
  revived?: true;
  /** The same session was counted before, so nothing changed. */
  isCounted?: true;
}

/** One step of a capture: the memory after it, and the outcome for the proposal. */
export interface CaptureStep {
  memory: Memory;
  captured: Captured;
}

/** Words the refusal of a lesson that somebody has rejected before. */
export function refuseRejected({ id, day, reason }: Tombstone, memory: Memory): CaptureRefusal {
  return {
    code: 'rejected',
    message: `${id} said this and was rejected on ${day}${reason ? `: ${reason}` : ''}.`,
    hint: `hardwon restore ${id}${memoryOption(memory)} brings it back.`,
    isHard: true,
  };
}

export function refuse({ title = '', guidance }: Proposal, reasons: CaptureRefusal[]): Captured {
  return { action: 'refused', title, guidance, reasons, conflicts: [] };
}

/** Describes the entry of a lesson after a capture. */
export function describeEntry(memory: Memory, id: string): Omit<Captured, 'action'> & { id: string } {
  const { title, guidance, confidence, occurrences, status } = requireEntry(memory, id);
  return { id, title, guidance, reasons: [], confidence, occurrences, status, conflicts: [] };
}

/** Returns the higher of two confidences. */
export function atLeast(confidence: Confidence, least: Confidence): Confidence {
  return CONFIDENCES.indexOf(confidence) > CONFIDENCES.indexOf(least) ? confidence : least;
}

import type { Call, Outcome } from './call.ts';
import { clip, excerpt, LIMITS } from './excerpt.ts';
import { answersWithFile } from './input.ts';
import { countOmitted } from './shrink.ts';

/** The interpretation of a result. */
export interface CallVerdict {
  outcome: Outcome;
  /** The answer without the client's additions. */
  text: string;
  exitCode?: number;
  /** The user's words when rejecting. */
  said?: string;
  /** `result` while it runs, `reply` if the user stopped it and has not said anything yet, `task <id>` if it was left running. */
  waiting?: string;
}

/** Puts a verdict into its call; the content of files is left out. */
export function applyVerdict(call: Call, { outcome, text, exitCode, said, waiting }: CallVerdict): void {
  call.outcome = outcome;
  if (exitCode !== undefined) call.exitCode = exitCode;
  if (said !== undefined) call.said = clip(said, LIMITS.message);
  if (waiting !== undefined) call.waiting = waiting;
  if (outcome === 'ok' && answersWithFile(call.tool)) return;
  const omitted = countOmitted(text);
  call.output = excerpt(text, omitted);
  call.outputLength = text.length + omitted;
}

/**
 * Returns the verdict for a command that timed out, in the words that readers of an error look for, and first, where they look.
 */
export function timedOut(span: string, printed: string): CallVerdict {
  return { outcome: 'failed', text: `Command timed out after ${span}\n${printed}`.trimEnd() };
}

import type { Call, Outcome } from './call.ts';
import { clip, excerpt, LIMITS } from './excerpt.ts';
import { answersWithFile } from './input.ts';
import { countOmitted } from './shrink.ts';

/** How a result reads. */
export interface Verdict {
  outcome: Outcome;
  /** The answer without what the client adds to it. */
  text: string;
  exitCode?: number;
  /** What the user said when rejecting. */
  said?: string;
  /** `result` while it runs, `reply` where the user stopped it and said nothing yet, `task <id>` where it was left running. */
  waiting?: string;
}

/** Puts a verdict into its call; what is in files stays out. */
export function applyVerdict(call: Call, { outcome, text, exitCode, said, waiting }: Verdict): void {
  call.outcome = outcome;
  if (exitCode !== undefined) call.exitCode = exitCode;
  if (said !== undefined) call.said = clip(said, LIMITS.message);
  if (waiting !== undefined) call.waiting = waiting;
  if (outcome === 'ok' && answersWithFile(call.tool)) return;
  const omitted = countOmitted(text);
  call.output = excerpt(text, omitted);
  call.outputLength = text.length + omitted;
}

/** A command that ran into its limit, in the words that readers of an error look for, first, where they look. */
export function timedOut(span: string, printed: string): Verdict {
  return { outcome: 'failed', text: `Command timed out after ${span}\n${printed}`.trimEnd() };
}

import type { Step } from '../failures/recovery/session-view.ts';

/** Returns everything that a call printed, with the reason that was found in it. */
export function printedBy({ call, failure }: Step): string {
  return failure ? `${failure.diagnostic}\n${call.output}` : call.output;
}

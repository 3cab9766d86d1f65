import type { JudgedCall } from '../failures/failure.ts';
import type { Claim, Loss } from '../failures/recovery/claim.ts';
import type { Step, ThreadView } from '../failures/recovery/session-view.ts';

/** A failed call with the claims of its session about it. */
interface ExplainedFailure {
  step: Step;
  claims: readonly Claim[];
}

/** A longer pause between two calls means that the person was away. */
const LONGEST_PAUSE = 10 * 60_000;

/** The approximate number of characters of English and code per token. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * The calls, minutes and tokens spent from failures up to their fixes; a failure without a known fix cost only itself. This is
 * the only count of lost calls: a call between two failures and their common fix counts once, for the first of them. Tokens are
 * estimated from the lengths of requests and answers; the real number is higher, because the contents of files that were read or
 * written are not on record.
 */
export class LostTime implements Loss {
  readonly #counted = new Set<JudgedCall>();
  calls = 0;
  minutes = 0;
  tokens = 0;

  /**
   * Counts the failed call and those after it, up to the call that worked; only the failed call if none is known. Returns what is
   * new.
   */
  add({ steps }: ThreadView, { step, claims }: ExplainedFailure): Loss {
    const { calls, minutes, tokens } = this;
    const fixes = claims.flatMap((claim) => claim.fix?.id ?? []);
    let end = step.index + 1;
    while (end < steps.length && !fixes.includes(steps[end]?.call.id ?? '')) end++;
    if (end === steps.length) end = step.index + 1;
    for (let index = step.index; index < end; index++) {
      const [call, next] = [steps[index]?.call, steps[index + 1]?.call];
      if (!call || this.#counted.has(call)) continue;
      this.#counted.add(call);
      this.calls += 1;
      if (next) this.minutes += Math.min(LONGEST_PAUSE, Math.max(0, next.at - call.at)) / 60_000;
      this.tokens += Math.ceil((sentLength(call) + call.outputLength) / CHARACTERS_PER_TOKEN);
    }
    return { calls: this.calls - calls, minutes: this.minutes - minutes, tokens: this.tokens - tokens };
  }
}

function sentLength({ name, input }: JudgedCall): number {
  const texts = [name, input.command, input.path, input.pattern, input.glob, input.oldText, input.newText, input.url];
  const rest = Object.entries(input.rest ?? {}).reduce(
    (sum, [key, value]) => sum + key.length + String(value).length,
    0,
  );
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), rest);
}

import { type Diagnosis, diagnose, type FailureText } from './detect.ts';
import { failureOf } from './failure-of.ts';
import { chooseRemedy, type Remedy, type Treatment, treat } from './remedy.ts';

/** How a call is healed. */
export interface HealOptions {
  /** The name of the tool, as people and the memory know it: `kubectl_get_pods`. */
  tool: string;
  /** What may be done, in order of preference. Nothing is, where none of them is good for what is wrong. */
  remedies: readonly Remedy[];
  /** How often the call is tried again after a remedy; 1 unless said otherwise, at most 5. */
  retries?: number;
  /** The pause before the first try; doubled before each other. 500 ms unless said otherwise. */
  backoffMs?: number;
  /** The multi-step work that the call is a part of; stands in the log. */
  skill?: string;
  /** Hears what happens, in order. */
  onEvent?(event: HealEvent): void;
  /** Writes the log; what fails in it is the log's own business. */
  record?(record: HealRecord): Promise<void> | void;
  /** hardwon's data folder, where it is noted when a remedy was last run. */
  dataDir: string;
}

/** What happens while a call is healed. */
export type HealEvent =
  | { type: 'failed'; tool: string; failure: FailureText; diagnosis: Diagnosis | undefined }
  | { type: 'treating'; tool: string; remedy: string; diagnosis: Diagnosis }
  | { type: 'treated'; tool: string; remedy: string; treatment: Treatment }
  | { type: 'retrying'; tool: string; attempt: number }
  | { type: 'healed'; tool: string; remedy: string; attempts: number }
  | { type: 'given-up'; tool: string; reason: string };

/** One line of the log of failures: what was tried, and whether the call worked after it. */
export interface HealRecord {
  tool: string;
  error: string;
  /** The remedy that was run, or `none` with the reason. */
  fixAttempted: string;
  /** True only after the call itself succeeded. */
  success: boolean;
  at: Date;
  skill?: string;
  /** Where the function that failed was wrapped: `src/pods.ts:12`, from the top of the checkout. */
  source?: string;
}

/** What a tried call came to. */
export type Attempt<T> = { ok: true; value: T } | { ok: false; failure: FailureText; outcome: () => T };

const MOST_RETRIES = 5;

/**
 * Tries a call; where it fails for a reason that a remedy is good for, runs the remedy and tries again. What the last try gave is given
 * back, or thrown, untouched. Success is recorded only once a try after the remedy has succeeded.
 */
export async function healCall<T>(attempt: () => Promise<Attempt<T>>, options: HealOptions): Promise<T> {
  const { tool, remedies, skill, onEvent = () => {} } = options;
  const first = await attempt();
  if (first.ok) return first.value;
  const failedAt = Date.now();
  const diagnosis = diagnose(first.failure);
  onEvent({ type: 'failed', tool, failure: first.failure, diagnosis });
  const finish = async (fixAttempted: string, success: boolean): Promise<void> => {
    const error = diagnosis?.line ?? firstLine(first.failure.text);
    await options.record?.({
      tool,
      error,
      fixAttempted,
      success,
      at: new Date(failedAt),
      ...(skill === undefined ? {} : { skill }),
    });
  };
  const remedy = diagnosis && chooseRemedy(remedies, diagnosis);
  if (diagnosis === undefined || remedy === undefined) {
    const reason =
      diagnosis === undefined ? 'nothing that a remedy could heal' : `no remedy for ${diagnosis.ailment} was opted into`;
    onEvent({ type: 'given-up', tool, reason });
    await finish(`none: ${reason}`, false);
    return first.outcome();
  }

  onEvent({ type: 'treating', tool, remedy: remedy.name, diagnosis });
  const treatment = await treat(remedy, { tool, diagnosis }, { dataDir: options.dataDir, failedAt });
  onEvent({ type: 'treated', tool, remedy: remedy.name, treatment });
  if (treatment.how === 'failed' || treatment.how === 'cooling') {
    onEvent({ type: 'given-up', tool, reason: `${remedy.name}: ${treatment.reason}` });
    await finish(treatment.how === 'cooling' ? `none: ${remedy.name}, ${treatment.reason}` : remedy.name, false);
    return first.outcome();
  }
  const retries = Math.min(MOST_RETRIES, Math.max(1, options.retries ?? 1));
  let last: Attempt<T> = first;
  for (let number = 1; number <= retries; number++) {
    await pause((options.backoffMs ?? 500) * 2 ** (number - 1));
    onEvent({ type: 'retrying', tool, attempt: number });
    last = await attempt();
    if (!last.ok) continue;
    onEvent({ type: 'healed', tool, remedy: remedy.name, attempts: number });
    await finish(remedy.name, true);
    return last.value;
  }
  onEvent({ type: 'given-up', tool, reason: `${remedy.name} did not help` });
  await finish(remedy.name, false);
  return last.outcome();
}

/** A function as an attempt: what it throws is the failure, and so is a value that `isFailure` finds one in. */
export function attemptOf<T>(
  call: () => Promise<T> | T,
  isFailure?: (value: T) => string | undefined,
): () => Promise<Attempt<T>> {
  return async () => {
    let value: T;
    try {
      value = await call();
    } catch (error) {
      return {
        ok: false,
        failure: failureOf(error),
        outcome() {
          throw error;
        },
      };
    }
    const text = isFailure?.(value);
    return text === undefined ? { ok: true, value } : { ok: false, failure: { text }, outcome: () => value };
  };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.trim() ?? '';
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

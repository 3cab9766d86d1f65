import { type Diagnosis, diagnose, type FailureText } from './detect.ts';
import { failureOf } from './failure-of.ts';
import { type CallArguments, chooseParameters } from './parameters.ts';
import { chooseRemedy, nameTarget, type Remedy, type Treatment, treat } from './remedy.ts';

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
  /** The arguments of the call by their names: remedies with parameters are told what it is about. */
  arguments?: CallArguments;
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
  | { type: 'given-up'; tool: string; reason: string; failure: FailureText };

/** One line of the log of failures: what was tried, and what came of it. */
export interface HealRecord {
  tool: string;
  error: string;
  /** The remedy that was run, with its target (`login(stage)`), or `none` with the reason. */
  fixAttempted: string;
  /** True only after the call itself succeeded, or failed for another reason that a remedy was then run for. */
  success: boolean;
  at: Date;
  skill?: string;
  /** Where the function that failed was wrapped: `src/pods.ts:12`, from the top of the checkout. */
  source?: string;
}

/** What a tried call came to. */
export type HealingAttempt<T> = { ok: true; value: T } | { ok: false; failure: FailureText; outcome: () => T };

const MOST_RETRIES = 5;

/**
 * Tries a call; where it fails for a reason that a remedy is good for, runs the remedy and tries again. Where it then fails for another
 * reason, as a login that is refused once the network is back, the remedy for that is run as well, each at most once. What the last try gave
 * is given back, or thrown, untouched.
 */
export async function healCall<T>(attempt: () => Promise<HealingAttempt<T>>, options: HealOptions): Promise<T> {
  const { tool, onEvent = () => {} } = options;
  const first = await attempt();
  if (first.ok) return first.value;
  let failed: Failed<T> = first;
  const left = [...options.remedies];
  for (;;) {
    const failedAt = Date.now();
    const diagnosis = diagnose(failed.failure);
    onEvent({ type: 'failed', tool, failure: failed.failure, diagnosis });
    const remedy = diagnosis && chooseRemedy(left, diagnosis);
    if (diagnosis === undefined || remedy === undefined) {
      const reason =
        diagnosis === undefined ? 'nothing that a remedy could heal' : `no remedy for ${diagnosis.ailment} was opted into`;
      await record(options, failed, { failedAt, fixAttempted: `none: ${reason}`, success: false });
      onEvent({ type: 'given-up', tool, reason, failure: failed.failure });
      return failed.outcome();
    }
    left.splice(left.indexOf(remedy), 1);
    const step = await takeStep(attempt, failed, { remedy, diagnosis, failedAt, left }, options);
    if (step.ok) return step.value;
    if (!step.goesOn) return step.last.outcome();
    failed = step.last;
  }
}

type Failed<T> = Extract<HealingAttempt<T>, { ok: false }>;

/** What came of one remedy: the call worked, another remedy is to be tried, or nothing more is. */
type StepEnd<T> = { ok: true; value: T } | { ok: false; last: Failed<T>; goesOn: boolean };

/** Runs one remedy and tries the call again. The log has a row for it, with its own name and outcome. */
async function takeStep<T>(
  attempt: () => Promise<HealingAttempt<T>>,
  failed: Failed<T>,
  { remedy, diagnosis, failedAt, left }: { remedy: Remedy; diagnosis: Diagnosis; failedAt: number; left: readonly Remedy[] },
  options: HealOptions,
): Promise<StepEnd<T>> {
  const { tool, onEvent = () => {}, arguments: given = {} } = options;
  const chosen = chooseParameters(remedy.parameters ?? {}, given);
  const giveUp = async (fixAttempted: string, reason: string, last: Failed<T>): Promise<StepEnd<T>> => {
    await record(options, failed, { failedAt, fixAttempted, success: false });
    onEvent({ type: 'given-up', tool, reason, failure: last.failure });
    return { ok: false, last, goesOn: false };
  };
  if ('reason' in chosen) return giveUp(`none: ${remedy.name}, ${chosen.reason}`, `${remedy.name}: ${chosen.reason}`, failed);
  const name = nameTarget(remedy.name, chosen.values);
  onEvent({ type: 'treating', tool, remedy: name, diagnosis });
  const context = { tool, diagnosis, parameters: chosen.values, arguments: given };
  const treatment = await treat(remedy, context, { dataDir: options.dataDir, failedAt });
  onEvent({ type: 'treated', tool, remedy: name, treatment });
  if (treatment.how === 'failed' || treatment.how === 'cooling') {
    const fixAttempted = treatment.how === 'cooling' ? `none: ${name}, ${treatment.reason}` : name;
    return giveUp(fixAttempted, `${name}: ${treatment.reason}`, failed);
  }
  let last = failed;
  const retries = Math.min(MOST_RETRIES, Math.max(1, options.retries ?? 1));
  for (let number = 1; number <= retries; number++) {
    await pause((options.backoffMs ?? 500) * 2 ** (number - 1));
    onEvent({ type: 'retrying', tool, attempt: number });
    const tried = await attempt();
    if (tried.ok) {
      await record(options, failed, { failedAt, fixAttempted: name, success: true });
      onEvent({ type: 'healed', tool, remedy: name, attempts: number });
      return { ok: true, value: tried.value };
    }
    last = tried;
    const next = diagnose(last.failure);
    if (next === undefined || next.ailment === diagnosis.ailment || !chooseRemedy(left, next)) continue;
    // What it was run for is gone, and something else is in the way.
    await record(options, failed, { failedAt, fixAttempted: name, success: true });
    return { ok: false, last, goesOn: true };
  }
  return giveUp(name, `${name} did not help`, last);
}

async function record<T>(
  { tool, skill, record: write }: HealOptions,
  { failure }: Failed<T>,
  { failedAt, fixAttempted, success }: { failedAt: number; fixAttempted: string; success: boolean },
): Promise<void> {
  const error = diagnose(failure)?.line ?? firstLine(failure.text);
  await write?.({ tool, error, fixAttempted, success, at: new Date(failedAt), ...(skill === undefined ? {} : { skill }) });
}

/** A function as an attempt: what it throws is the failure, and so is a value that `isFailure` finds one in. */
export function attemptOf<T>(
  call: () => Promise<T> | T,
  isFailure?: (value: T) => string | undefined,
): () => Promise<HealingAttempt<T>> {
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

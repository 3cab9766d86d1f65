import { type Diagnosis, diagnose, type FailureText } from './detect.ts';
import { type CallArguments, chooseParameters } from './parameters.ts';
import { chooseRemedy, nameTarget, type Remedy, type Treatment, treat } from './remedy.ts';

/** Options for healing a call. */
export interface HealOptions {
  /** The name of the tool, as people and the memory know it: `kubectl_get_pods`. */
  tool: string;
  /** The permitted remedies, in order of preference. If none of them suits the problem, nothing is done. */
  remedies: readonly Remedy[];
  /** How often to retry the call after a remedy; 1 by default, at most 5. */
  retries?: number;
  /** The pause before the first retry, doubled before each further one; 500 ms by default. */
  backoffMs?: number;
  /** The arguments of the call by name, from which remedies with parameters take their values. */
  arguments?: CallArguments;
  /** The multi-step work that the call belongs to; recorded in the log. */
  skill?: string;
  /** Receives the events in order. */
  onEvent?(event: HealEvent): void;
  /** Writes the log; errors in it do not affect the call. */
  record?(record: HealRecord): Promise<void> | void;
  /** hardwon's data folder, which records when a remedy was last run. */
  dataDir: string;
}

/** An event during healing. */
export type HealEvent =
  | { type: 'failed'; tool: string; failure: FailureText; diagnosis: Diagnosis | undefined }
  | { type: 'treating'; tool: string; remedy: string; diagnosis: Diagnosis }
  | { type: 'treated'; tool: string; remedy: string; treatment: Treatment }
  | { type: 'retrying'; tool: string; attempt: number }
  | { type: 'healed'; tool: string; remedy: string; attempts: number }
  /** Nothing more is tried; `isUnknown` if no remedy is for such a failure. */
  | { type: 'given-up'; tool: string; reason: string; failure: FailureText; isUnknown?: true };

/** One line of the failure log: what was tried, and with what result. */
export interface HealRecord {
  tool: string;
  error: string;
  /** The remedy that was run, with its target (`login(stage)`), or `none` with the reason. */
  fixAttempted: string;
  /** True only if the call itself succeeded afterwards, or failed for another reason for which a remedy was then run. */
  success: boolean;
  at: Date;
  skill?: string;
  /** Where the function that failed was wrapped: `src/pods.ts:12`, relative to the top of the checkout. */
  source?: string;
}

/** The result of trying a call. */
export type HealingAttempt<T> = { ok: true; value: T } | { ok: false; failure: FailureText; outcome: () => T };

const MOST_RETRIES = 5;

/**
 * Tries a call; if it fails for a reason that a remedy can fix, runs the remedy and retries. If it then fails for another reason,
 * such as a refused login once the network is back, the remedy for that is run as well, each at most once. The result of the last
 * try is returned or thrown unchanged.
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
        diagnosis === undefined ? 'nothing that a remedy could heal' : `no remedy for ${diagnosis.ailment} is enabled`;
      await record(options, failed, { failedAt, fixAttempted: `none: ${reason}`, success: false });
      onEvent({ type: 'given-up', tool, reason, failure: failed.failure, isUnknown: diagnosis ? undefined : true });
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

/** The result of one remedy: the call worked, another remedy is to be tried, or nothing more is. */
type StepEnd<T> = { ok: true; value: T } | { ok: false; last: Failed<T>; goesOn: boolean };

/** Runs one remedy and retries the call. The log has a row for it, with its own name and result. */
async function takeStep<T>(
  attempt: () => Promise<HealingAttempt<T>>,
  failed: Failed<T>,
  {
    remedy,
    diagnosis,
    failedAt,
    left,
  }: { remedy: Remedy; diagnosis: Diagnosis; failedAt: number; left: readonly Remedy[] },
  options: HealOptions,
): Promise<StepEnd<T>> {
  const { tool, onEvent = () => {}, arguments: given = {} } = options;
  const chosen = chooseParameters(remedy.parameters ?? {}, given);
  const giveUp = async (fixAttempted: string, reason: string, last: Failed<T>): Promise<StepEnd<T>> => {
    await record(options, failed, { failedAt, fixAttempted, success: false });
    onEvent({ type: 'given-up', tool, reason, failure: last.failure });
    return { ok: false, last, goesOn: false };
  };
  if ('reason' in chosen)
    return giveUp(`none: ${remedy.name}, ${chosen.reason}`, `${remedy.name}: ${chosen.reason}`, failed);
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
    // The original reason is gone, and something else is in the way.
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
  await write?.({
    tool,
    error,
    fixAttempted,
    success,
    at: new Date(failedAt),
    skill,
  });
}

/** Turns a function into an attempt: an exception is a failure, and so is a value that `isFailure` recognises as one. */
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

/** Describes an exception in words: its message, what a program wrote to stderr, and its causes. */
function failureOf(error: unknown): FailureText {
  const parts: string[] = [];
  let code: number | undefined;
  let current: unknown = error;
  // Errors wrap errors; one that is its own cause must not loop for ever.
  for (let depth = 0; depth < 6 && current !== undefined && current !== null; depth++) {
    if (typeof current !== 'object') {
      parts.push(String(current));
      break;
    }
    const { name, message, stderr, code: named, status, statusCode, response, cause, errors } = current as ThrownLike;
    if (typeof message === 'string')
      parts.push(name === undefined || name === 'Error' ? message : `${name}: ${message}`);
    if (typeof stderr === 'string' || Buffer.isBuffer(stderr)) parts.push(stderr.toString());
    // `code: 'ECONNREFUSED'` of a socket, which the message may lack.
    if (typeof named === 'string' && /^E[A-Z_]{2,}$/.test(named)) parts.push(named);
    code ??= [status, statusCode, response?.status, named].find((value): value is number => typeof value === 'number');
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  const text = parts.join('\n');
  return code === undefined ? { text } : { text, code };
}

interface ThrownLike {
  name?: unknown;
  message?: unknown;
  stderr?: unknown;
  code?: unknown;
  status?: unknown;
  statusCode?: unknown;
  response?: { status?: unknown };
  cause?: unknown;
  errors?: unknown;
}

import type { Call, CallInput, Outcome } from '../agents/call.ts';
import type { Step, ThreadView } from '../failures/recovery/session-view.ts';
import { findBatches } from '../failures/recovery/siblings.ts';
import { NOT_READ, type ObservedCall, RESET_NOTE } from './triggers/session-state.ts';

/** The outcome of a call among the actions of its project. */
export type DeedOutcome = 'ok' | 'failed' | 'refused' | 'unknown';

/** A call without its output, as history stores it and as triggers are scored on it. */
export interface PastCall extends ObservedCall {
  id: string;
  at: number;
  /** The time at which its result arrived. */
  endedAt?: number;
  /**
   * The outcome as triggers see it: `failed` even without an error flag, `unknown` if nothing proves that it worked, such as a
   * swallowed status or a search that found nothing.
   */
  outcome: Call['outcome'];
  /** The outcome of its action; absent if it did nothing, or nothing is known about it. */
  deed?: DeedOutcome;
  /** Whether it failed without an error flag from the agent: a listener that hears only of flags takes it for a success. */
  unflagged?: true;
  /** Whether it is a command that printed nothing. */
  silent?: true;
  /** Whether it is a call of a file tool that changed files. */
  wrote?: true;
  /** The number of its turn, shared by calls that were sent together and may disturb each other. */
  batch?: number;
}

/** One thread of a session as history stores it: plain data, which can be saved and restored. */
export interface PastThread {
  session: string;
  calls: readonly PastCall[];
}

/** Reduces a judged thread to what history keeps of it. */
export function rememberThread(view: ThreadView): PastThread {
  const batches = findBatches(view);
  const calls = view.steps.map((step) => {
    const first = batches.get(step)?.[0];
    return first === undefined ? rememberCall(step) : { ...rememberCall(step), batch: first.index };
  });
  return { session: view.steps[0]?.call.session ?? '', calls };
}

function rememberCall(step: Step): PastCall {
  const { id, at, endedAt, tool, name, input, cwd, thread, output, compacted } = step.call;
  const note = [RESET_NOTE, ...NOT_READ].find((text) => output.includes(text));
  const { judgement } = step;
  const didSomething = judgement.outcome !== 'unknown' || judgement.reason !== 'not-run';
  return {
    id,
    at,
    tool,
    name,
    input: slim(input),
    outcome: endOf(step),
    endedAt,
    deed: didSomething ? deedOf(step) : undefined,
    wrote: step.outcome === 'worked' && (tool === 'edit' || tool === 'write') ? true : undefined,
    unflagged: step.outcome === 'failed' && step.told === 'ok' ? true : undefined,
    silent: input.command !== undefined && step.call.outputLength === 0 ? true : undefined,
    output: note,
    compacted,
    cwd,
    thread,
  };
}

/** Keeps of the texts of an edit only what decides whether they are equal, because nothing else is ever asked. */
function slim({ oldText, newText, ...input }: CallInput): CallInput {
  return oldText !== undefined && oldText === newText && !oldText.endsWith('…')
    ? { ...input, oldText: '=', newText: '=' }
    : input;
}

function deedOf({ told, outcome }: Step): DeedOutcome {
  if (told === 'rejected' || told === 'blocked') return 'refused';
  return outcome === 'worked' ? 'ok' : outcome;
}

/** Returns the outcome of a step. An unknown status is no success, whatever the agent says. */
function endOf({ told, outcome }: Step): Outcome {
  if (outcome === 'worked') return 'ok';
  return told === 'ok' || told === 'unknown' || told === 'failed' ? outcome : told;
}

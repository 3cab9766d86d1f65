import type { Call, CallInput, Outcome } from '../agents/call.ts';
import type { Step, ThreadView } from '../failures/recovery/session-view.ts';
import { findBatches } from '../failures/recovery/siblings.ts';
import { NOT_READ, type ObservedCall, RESET_NOTE } from './triggers/session-state.ts';

/** How a call counts among the deeds of its project. */
export type DeedOutcome = 'ok' | 'failed' | 'refused' | 'unknown';

/** A call without its output, as history knows it and as triggers are scored on it. */
export interface PastCall extends ObservedCall {
  id: string;
  at: number;
  /** When its result came. */
  endedAt?: number;
  /** As triggers see it: `failed` where no flag says so, `unknown` where nothing proves that it worked: a swallowed status, a search that found nothing. */
  outcome: Call['outcome'];
  /** What it did; absent where it did nothing, or nothing is known of it. */
  deed?: DeedOutcome;
  /** It failed, and the agent did not say so: whoever hears only of flags takes it for a success. */
  unflagged?: true;
  /** A command that printed nothing. */
  silent?: true;
  /** A file tool that changed files. */
  wrote?: true;
  /** Sent in one turn with others that may disturb it: those of one turn share the number. */
  batch?: number;
}

/** One thread of a session as history knows it: plain data, which can be put away and brought back. */
export interface PastThread {
  session: string;
  calls: readonly PastCall[];
}

/** What is remembered of a judged thread. */
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
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(didSomething ? { deed: deedOf(step) } : {}),
    ...(step.outcome === 'worked' && (tool === 'edit' || tool === 'write') ? { wrote: true } : {}),
    ...(step.outcome === 'failed' && step.told === 'ok' ? { unflagged: true } : {}),
    ...(input.command !== undefined && step.call.outputLength === 0 ? { silent: true } : {}),
    ...(note === undefined ? {} : { output: note }),
    ...(compacted ? { compacted } : {}),
    ...(cwd === undefined ? {} : { cwd }),
    ...(thread === undefined ? {} : { thread }),
  };
}

/** Of the texts of an edit only whether they are equal is ever asked. */
function slim({ oldText, newText, ...input }: CallInput): CallInput {
  return oldText !== undefined && oldText === newText && !oldText.endsWith('…')
    ? { ...input, oldText: '=', newText: '=' }
    : input;
}

function deedOf({ told, outcome }: Step): DeedOutcome {
  if (told === 'rejected' || told === 'blocked') return 'refused';
  return outcome === 'worked' ? 'ok' : outcome;
}

/** A status that nobody knows is no success, whatever the agent says. */
function endOf({ told, outcome }: Step): Outcome {
  if (outcome === 'worked') return 'ok';
  return told === 'ok' || told === 'unknown' || told === 'failed' ? outcome : told;
}

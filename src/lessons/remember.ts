import type { Call, CallInput } from '../agents/call.ts';
import type { Step, ThreadView } from '../failures/recovery/session-view.ts';
import { isEmptySearch } from '../failures/recovery/silent-mistakes.ts';
import { NOT_READ, type ObservedCall, RESET_NOTE } from './triggers/session-state.ts';

/** How a call counts among the deeds of its project. */
export type DeedOutcome = 'ok' | 'failed' | 'refused';

/** A call without its output, as history knows it and as triggers are scored on it. */
export interface PastCall extends ObservedCall {
  id: string;
  at: number;
  /** When its result came. */
  endedAt?: number;
  /** As triggers see it: `failed` where no flag says so, `unknown` for a search that found nothing. */
  outcome: Call['outcome'];
  /** What it did; absent where it did nothing, or nothing is known of it. */
  deed?: DeedOutcome;
  /** A file tool that changed files. */
  wrote?: true;
}

/** One thread of a session as history knows it: plain data, which can be put away and brought back. */
export interface PastThread {
  session: string;
  calls: readonly PastCall[];
}

/** What is remembered of a judged thread. */
export function rememberThread({ steps }: ThreadView): PastThread {
  return { session: steps[0]?.call.session ?? '', calls: steps.map(rememberCall) };
}

function rememberCall(step: Step): PastCall {
  const { id, at, endedAt, tool, name, input, cwd, thread, outcome, output, compacted } = step.call;
  const note = [RESET_NOTE, ...NOT_READ].find((text) => output.includes(text));
  const didSomething = outcome !== 'cancelled' && outcome !== 'unknown';
  return {
    id,
    at,
    tool,
    name,
    input: slim(input),
    outcome: outcome === 'ok' && step.failure ? 'failed' : isEmptySearch(step) ? 'unknown' : outcome,
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(didSomething ? { deed: deedOf(step) } : {}),
    ...(outcome === 'ok' && (tool === 'edit' || tool === 'write') ? { wrote: true } : {}),
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

function deedOf({ call, failure }: Step): DeedOutcome {
  return call.outcome === 'rejected' || call.outcome === 'blocked' ? 'refused' : failure ? 'failed' : 'ok';
}

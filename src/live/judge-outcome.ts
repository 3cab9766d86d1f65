import { readLiveCalls } from './candidates.ts';
import type { HookCall } from './event.ts';
import type { HookContext } from './hook-context.ts';
import type { HookedCallEnd } from './outcome.ts';

/**
 * Judges how a call ended, in the same way as for learning lessons. Cases that only the output could decide, and failing tests,
 * stay open.
 */
export async function judgeOutcome(
  visit: HookContext,
  asked: HookCall,
  end: HookedCallEnd,
): Promise<HookedCallEnd['outcome']> {
  const [call] = readLiveCalls(asked, visit.cwd, visit.event.thread);
  if (!call) return end.outcome;
  const { judgeEnd } = await import('./known-issues.ts');
  const failure = judgeEnd(call, end.outcome, end.text);
  if (failure) return failure.work ? 'unknown' : 'failed';
  return end.outcome === 'ok' ? 'ok' : 'unknown';
}

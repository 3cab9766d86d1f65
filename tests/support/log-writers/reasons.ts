import { type CallStep, type DescribedSession, isCall, type Step } from '../described-session.ts';

/** The first reason why a call cannot be told of, in sessions and those of their subagents. */
export function findReason(
  sessions: readonly DescribedSession[],
  why: (call: CallStep, session: DescribedSession) => string | undefined,
): string | undefined {
  for (const session of sessions) {
    for (const call of listCalls(session.steps)) {
      const reason = call.hook === undefined ? why(call, session) : 'what hooks say after a call is not told';
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

function listCalls(steps: readonly Step[]): CallStep[] {
  return steps.filter(isCall).flatMap((call) => [call, ...(call.use.tool === 'task' ? listCalls(call.use.steps) : [])]);
}

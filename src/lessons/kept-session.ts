import type { Claim, ClaimedCall } from '../failures/recovery/claim.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import type { MinedSession } from './mine-session.ts';

/** What a session shows, as JSON holds it. */
interface KeptSession extends Omit<MinedSession, 'roots' | 'passed'> {
  passed: [check: string, at: number][];
}

/** What a session shows, as a text to be kept: mining it took some 30 times as long as reading this again. */
export function writeMined({ threads, claims, passed, remarks, figures }: MinedSession): string {
  return JSON.stringify({
    threads,
    claims: claims.map(withoutOutputs),
    passed: [...passed],
    remarks,
    figures,
  } satisfies KeptSession);
}

/** What was kept of a session. The roots are those that it was mined with. */
export function readMined(text: string, roots: Roots): MinedSession {
  const { passed, ...kept } = JSON.parse(text) as KeptSession;
  return { ...kept, roots, passed: new Map(passed) };
}

function withoutOutputs({ fix, ...claim }: Claim): Claim {
  const failure = { ...claim.failure, call: withoutOutput(claim.failure.call) };
  return { ...claim, failure, ...(fix ? { fix: withoutOutput(fix) } : {}) };
}

/** Claims are made with whole calls. */
function withoutOutput(call: ClaimedCall & { output?: string }): ClaimedCall {
  const { output: _, ...rest } = call;
  return rest;
}

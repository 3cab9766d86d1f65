import type { Claim } from '../failures/recovery/claim.ts';
import { type ClaimGroup, countClaims, groupClaims } from './claim-group.ts';
import type { Draft } from './draft.ts';
import type { History } from './history.ts';
import { keepRecurring } from './recurring-findings.ts';
import { statusOf } from './status.ts';
import type { ReplayedTrigger } from './triggers/proven.ts';

/** What a lesson would have been shown before, had it been told from the moment on when it was ready. */
export interface TrackRecord {
  /** Failures of its cause in sessions that began after the first one with it was over. */
  later: number;
  /** Of these, those in sessions that began when it was ready. */
  shown: number;
  /** Calls that its trigger matched since it was ready, and that worked; absent where it has no trigger. */
  falseAlarms?: number;
  /** All calls since it was ready. */
  calls: number;
  /** What its trigger matched in all sessions; absent where it has none. */
  trigger?: ReplayedTrigger;
}

/**
 * Goes through the sessions of a lesson in the order in which they ended, and finds the first after which it was ready. The claims and
 * the matches of the trigger are known already, so this costs next to nothing; `hardwon backtest` walks through history for real, with
 * the wording and the budget of each moment.
 */
export function trackRecord(
  group: ClaimGroup,
  draft: Draft,
  successes: readonly number[] | undefined,
  history: History,
): TrackRecord {
  const sessions = [...groupClaims(group.claims, (claim) => claim.failure.call.session)]
    .map(([session, claims]) => ({ claims, ...(history.spanOf(session) ?? { firstAt: 0, lastAt: 0 }) }))
    .sort((a, b) => a.lastAt - b.lastAt);
  const firstOver = sessions[0]?.lastAt ?? 0;
  const readyAt = findReady(sessions, draft, successes, history);
  const failuresSince = (time: number) => countCalls(sessions.flatMap(({ claims, firstAt }) => (firstAt > time ? claims : [])));
  return {
    later: failuresSince(firstOver),
    shown: readyAt === undefined ? 0 : failuresSince(readyAt),
    calls: readyAt === undefined ? 0 : history.countSince(readyAt),
    ...(successes ? { falseAlarms: readyAt === undefined ? 0 : successes.filter((at) => at > readyAt).length } : {}),
  };
}

function findReady(
  sessions: readonly { claims: Claim[]; lastAt: number }[],
  draft: Draft,
  successes: readonly number[] | undefined,
  history: History,
): number | undefined {
  const past: Claim[] = [];
  for (const { claims, lastAt } of sessions) {
    past.push(...claims);
    // What does not recur yet is no lesson yet.
    const recurring = keepRecurring(past, history);
    if (recurring.length === 0) continue;
    const group = countClaims(recurring);
    const trigger = successes && {
      rule: draft.rule ?? '',
      failed: group.occurrences,
      succeeded: successes.filter((at) => at <= lastAt).length,
    };
    // Fewer refusals are no preference, and no lesson yet.
    if (draft.kind === 'preference' && group.occurrences < 3) continue;
    if (statusOf(group, draft, trigger) === 'ready') return lastAt;
  }
  return undefined;
}

function countCalls(claims: readonly Claim[]): number {
  return new Set(claims.map((claim) => claim.failure.call.id)).size;
}

import type { Claim } from '../failures/recovery/claim.ts';
import { type ClaimGroup, countClaims, groupClaims } from './claim-group.ts';
import type { History } from './history.ts';
import type { LessonWords } from './lesson-words.ts';
import { keepRecurring } from './recurring-findings.ts';
import { statusOf } from './status.ts';
import type { ReplayedTrigger } from './triggers/proven.ts';

/** The failures before which a lesson would have been shown, had it been told from the moment at which it was ready. */
export interface TrackRecord {
  /** Failures with its cause in sessions that began after the first session with it had ended. */
  later: number;
  /** The number of these in sessions that began when it was ready. */
  shown: number;
  /** The number of calls that its trigger matched since it was ready, and that worked; absent if it has no trigger. */
  falseAlarms?: number;
  /** The number of all calls since it was ready. */
  calls: number;
  /** The matches of its trigger in all sessions; absent if it has none. */
  trigger?: ReplayedTrigger;
}

/**
 * Goes through the sessions of a lesson in the order in which they ended, and finds the first after which it was ready. The
 * claims and the matches of the trigger are already known, so this costs next to nothing; `hardwon backtest` replays history for
 * real, with the wording and the budget of each moment.
 */
export function trackRecord(
  group: ClaimGroup,
  draft: LessonWords,
  successes: readonly number[] | undefined,
  history: History,
): TrackRecord {
  const sessions = [...groupClaims(group.claims, (claim) => claim.failure.call.session)]
    .map(([session, claims]) => ({ claims, ...(history.spanOf(session) ?? { firstAt: 0, lastAt: 0 }) }))
    .sort((a, b) => a.lastAt - b.lastAt);
  const firstOver = sessions[0]?.lastAt ?? 0;
  const readyAt = findReady(sessions, draft, successes, history);
  const failuresSince = (time: number) =>
    countCalls(sessions.flatMap(({ claims, firstAt }) => (firstAt > time ? claims : [])));
  return {
    later: failuresSince(firstOver),
    shown: readyAt === undefined ? 0 : failuresSince(readyAt),
    calls: readyAt === undefined ? 0 : history.countSince(readyAt),
    falseAlarms: successes ? (readyAt === undefined ? 0 : successes.filter((at) => at > readyAt).length) : undefined,
  };
}

function findReady(
  sessions: readonly { claims: Claim[]; lastAt: number }[],
  draft: LessonWords,
  successes: readonly number[] | undefined,
  history: History,
): number | undefined {
  const past: Claim[] = [];
  for (const { claims, lastAt } of sessions) {
    past.push(...claims);
    // A finding that does not recur yet is not a lesson yet.
    const recurring = keepRecurring(past, history);
    if (recurring.length === 0) continue;
    const group = countClaims(recurring);
    const trigger = successes && {
      rule: draft.rule ?? '',
      failed: group.occurrences,
      succeeded: successes.filter((at) => at <= lastAt).length,
    };
    // Fewer refusals are no preference, and not a lesson yet.
    if (draft.kind === 'preference' && group.occurrences < 3) continue;
    if (statusOf(group, draft, trigger) === 'ready') return lastAt;
  }
  return undefined;
}

function countCalls(claims: readonly Claim[]): number {
  return new Set(claims.map((claim) => claim.failure.call.id)).size;
}

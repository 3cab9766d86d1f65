import type { Claim, Loss } from '../failures/recovery/claim.ts';
import type { Step, ThreadView } from '../failures/recovery/session-view.ts';
import type { FailureKind } from '../programs/cause-rule.ts';
import { formatDate } from '../shared/clock.ts';
import { groupClaims } from './claim-group.ts';
import { LostTime } from './lost-time.ts';

/** The figures counted while mining a project. */
export interface FailureFigures {
  sessions: number;
  calls: number;
  /** Calls that failed, according to the agent's flag or their output; without those that users, hooks and rules refused. */
  failures: number;
  /** The number of these without an error flag. */
  unflagged: number;
  /** The number of these that are reports of a check on the code being written: red tests, type errors, findings. */
  work: number;
  /** Calls that the user refused, and calls that hooks or permission rules refused. */
  rejected: number;
  blocked: number;
  /** Failures by kind, most frequent first. */
  byKind: Record<string, number>;
  /** Failures by agent. */
  byAgent: Record<string, { calls: number; failures: number }>;
  /**
   * Figures by week, oldest first. Calls belong to the week in which they were made, a session to the week in which it began;
   * weeks without calls are left out.
   */
  weeks: WeekFigures[];
  firstAt?: string;
  lastAt?: string;
}

type Counts = Pick<FailureFigures, 'calls' | 'failures' | 'unflagged' | 'work' | 'rejected' | 'blocked'>;

/** The figures of one week. */
export interface WeekFigures extends Pick<FailureFigures, 'sessions' | 'calls' | 'failures' | 'work'> {
  /** The Monday of the week, in UTC: `2026-03-02`. */
  week: string;
}

/** The figures of one session. */
export interface SessionFigures extends Counts {
  agent: string;
  /** The agent's id of the session. */
  session: string;
  /** Failures by kind. */
  kinds: Partial<Record<FailureKind, number>>;
  /** The timestamps of the first and the last call, in milliseconds since 1970; absent if there is none. */
  firstAt?: number;
  lastAt?: number;
  /** The same figures, day by day. */
  days: DayFigures[];
}

/** The figures of one day of a session. */
export interface DayFigures extends Counts {
  /** The day in UTC, as days since 1970. */
  day: number;
  /** Failures by kind. */
  kinds: Partial<Record<FailureKind, number>>;
  /**
   * Calls from failures of this day up to their fixes, and the minutes they took; a pause of more than 10 minutes counts as 10.
   */
  lostCalls: number;
  lostMinutes: number;
}

const DAY = 86_400_000;

/** Counts the calls of one session, and the loss by failed call. */
export function countSession(
  { agent, session }: { agent: string; session: string },
  views: readonly ThreadView[],
  claims: readonly Claim[],
): { figures: SessionFigures; lost: ReadonlyMap<string, Loss> } {
  const lostTo = new Map<string, Loss>();
  const days = new Map<number, DayFigures>();
  const figures: SessionFigures = { agent, session, ...noCounts(), kinds: {}, days: [] };
  const byCall = groupClaims(claims, (claim) => claim.failure.call.id);
  const lost = new LostTime();
  for (const view of views) {
    for (const step of view.steps) {
      const { call } = step;
      const day = Math.floor(call.at / DAY);
      const today = days.get(day) ?? { day, ...noCounts(), kinds: {}, lostCalls: 0, lostMinutes: 0 };
      days.set(day, today);
      figures.firstAt = Math.min(figures.firstAt ?? call.at, call.at);
      figures.lastAt = Math.max(figures.lastAt ?? call.at, call.at);
      countCall(figures, step);
      countCall(today, step);
      const own = byCall.get(call.id);
      if (!own) continue;
      const loss = lost.add(view, { step, claims: own });
      lostTo.set(call.id, { ...loss, minutes: Math.round(loss.minutes * 100) / 100 });
      today.lostCalls += loss.calls;
      today.lostMinutes += loss.minutes;
    }
  }
  figures.days = [...days.values()].map((today) => ({
    ...today,
    lostMinutes: Math.round(today.lostMinutes * 10) / 10,
  }));
  return { figures, lost: lostTo };
}

function countCall(counts: Counts & Pick<DayFigures, 'kinds'>, { told, failure }: Step): void {
  counts.calls += 1;
  if (told === 'rejected') counts.rejected += 1;
  else if (told === 'blocked') counts.blocked += 1;
  else if (failure) {
    counts.failures += 1;
    if (failure.masked) counts.unflagged += 1;
    if (failure.work) counts.work += 1;
    counts.kinds[failure.kind] = (counts.kinds[failure.kind] ?? 0) + 1;
  }
}

function noCounts(): Counts {
  return { calls: 0, failures: 0, unflagged: 0, work: 0, rejected: 0, blocked: 0 };
}

/** Returns the figures of all sessions together. */
export function sumFigures(sessions: readonly SessionFigures[]): FailureFigures {
  const kinds = new Map<string, number>();
  const agents = new Map<string, { calls: number; failures: number }>();
  for (const session of sessions) {
    for (const [kind, count] of Object.entries(session.kinds)) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    const agent = agents.get(session.agent) ?? { calls: 0, failures: 0 };
    agents.set(session.agent, { calls: agent.calls + session.calls, failures: agent.failures + session.failures });
  }
  const sum = (count: (session: SessionFigures) => number) =>
    sessions.reduce((total, session) => total + count(session), 0);
  const first = sessions.reduce((least, { firstAt = least }) => Math.min(least, firstAt), Number.POSITIVE_INFINITY);
  const last = sessions.reduce((most, { lastAt = most }) => Math.max(most, lastAt), 0);
  return {
    sessions: sessions.length,
    calls: sum(({ calls }) => calls),
    failures: sum(({ failures }) => failures),
    unflagged: sum(({ unflagged }) => unflagged),
    work: sum(({ work }) => work),
    rejected: sum(({ rejected }) => rejected),
    blocked: sum(({ blocked }) => blocked),
    byKind: Object.fromEntries([...kinds].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))),
    byAgent: Object.fromEntries(agents),
    weeks: sumWeeks(sessions),
    ...(first === Number.POSITIVE_INFINITY
      ? {}
      : { firstAt: new Date(first).toISOString(), lastAt: new Date(last).toISOString() }),
  };
}

function sumWeeks(sessions: readonly SessionFigures[]): WeekFigures[] {
  const weeks = new Map<string, WeekFigures>();
  const weekAt = (day: number): WeekFigures => {
    const week = formatDate(mondayOf(day) * DAY);
    const known = weeks.get(week) ?? { week, sessions: 0, calls: 0, failures: 0, work: 0 };
    weeks.set(week, known);
    return known;
  };
  for (const { firstAt, days } of sessions) {
    if (firstAt !== undefined) weekAt(Math.floor(firstAt / DAY)).sessions += 1;
    for (const { day, calls, failures, work } of days) {
      const known = weekAt(day);
      known.calls += calls;
      known.failures += failures;
      known.work += work;
    }
  }
  return [...weeks.values()].sort((a, b) => (a.week < b.week ? -1 : 1));
}

/** Returns the Monday of the week of a day, both as days since 1970, which began on a Thursday. */
export function mondayOf(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7);
}

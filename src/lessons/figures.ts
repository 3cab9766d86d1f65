import type { FailureKind } from '../failures/failure.ts';
import type { ThreadView } from '../failures/recovery/session-view.ts';

/** What was counted while a project was mined. */
export interface Figures {
  sessions: number;
  calls: number;
  /** Calls that failed, flagged by the agent or shown by their output; without those that users, hooks and rules refused. */
  failures: number;
  /** Of these, what carried no error flag. */
  unflagged: number;
  /** Of these, what a check said about the code under work: red tests, type errors, findings. */
  work: number;
  /** Calls that the user refused, and that hooks or permission rules refused. */
  rejected: number;
  blocked: number;
  /** Failures by kind, most frequent first. */
  byKind: Record<string, number>;
  /** Failures by agent. */
  byAgent: Record<string, { calls: number; failures: number }>;
  firstAt?: string;
  lastAt?: string;
}

/** What was counted in one session. */
export interface SessionFigures extends Pick<Figures, 'calls' | 'failures' | 'unflagged' | 'work' | 'rejected' | 'blocked'> {
  agent: string;
  /** Failures by kind. */
  kinds: Partial<Record<FailureKind, number>>;
  /** Milliseconds since 1970, of the first and the last call; absent where there is none. */
  firstAt?: number;
  lastAt?: number;
}

/** Counts the calls of one session. */
export function countSession(agent: string, views: readonly ThreadView[]): SessionFigures {
  const figures: SessionFigures = { agent, calls: 0, failures: 0, unflagged: 0, work: 0, rejected: 0, blocked: 0, kinds: {} };
  for (const { steps } of views) {
    for (const { call, failure } of steps) {
      figures.calls += 1;
      figures.firstAt = Math.min(figures.firstAt ?? call.at, call.at);
      figures.lastAt = Math.max(figures.lastAt ?? call.at, call.at);
      if (call.outcome === 'rejected') figures.rejected += 1;
      else if (call.outcome === 'blocked') figures.blocked += 1;
      else if (failure) {
        figures.failures += 1;
        if (failure.masked) figures.unflagged += 1;
        if (failure.work) figures.work += 1;
        figures.kinds[failure.kind] = (figures.kinds[failure.kind] ?? 0) + 1;
      }
    }
  }
  return figures;
}

/** The figures of all sessions together. */
export function sumFigures(sessions: readonly SessionFigures[]): Figures {
  const kinds = new Map<string, number>();
  const agents = new Map<string, { calls: number; failures: number }>();
  for (const session of sessions) {
    for (const [kind, count] of Object.entries(session.kinds)) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    const agent = agents.get(session.agent) ?? { calls: 0, failures: 0 };
    agents.set(session.agent, { calls: agent.calls + session.calls, failures: agent.failures + session.failures });
  }
  const sum = (count: (session: SessionFigures) => number) => sessions.reduce((total, session) => total + count(session), 0);
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
    ...(first === Number.POSITIVE_INFINITY
      ? {}
      : { firstAt: new Date(first).toISOString(), lastAt: new Date(last).toISOString() }),
  };
}

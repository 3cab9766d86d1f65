import type { Call } from '../agents/call.ts';
import type { FailureKind } from '../failures/failure.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import type { SessionLog } from '../sessions/session-log.ts';
import { type Disk, noDisk } from './disk.ts';
import type { NewLesson } from './distil.ts';
import { Experience } from './experience.ts';
import { mineSession } from './mine-session.ts';
import type { TrackRecord } from './track-record.ts';

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

/** What the sessions of a project teach. */
export interface Findings {
  lessons: NewLesson[];
  /** What each lesson would have been shown before, by fingerprint. */
  records: Record<string, TrackRecord>;
  figures: Figures;
}

/** Mines the sessions of one project, one after the other, so that memory holds one session and what was found. */
export async function mineProject(sessions: AsyncIterable<SessionLog>, roots: Roots, disk: Disk = noDisk): Promise<Findings> {
  const experience = new Experience();
  const counter = new Counter();
  for await (const log of sessions) {
    const session = mineSession(log, roots);
    experience.add(session);
    counter.startSession();
    for (const { steps } of session.views) for (const { call, failure } of steps) counter.count(call, failure);
  }
  const { distilled, said } = experience.teach(disk);
  return {
    lessons: [...distilled.map(({ lesson }) => lesson), ...said],
    records: Object.fromEntries(distilled.map(({ lesson, record }) => [lesson.fingerprint, record])),
    figures: counter.figures(),
  };
}

class Counter {
  readonly #kinds = new Map<FailureKind, number>();
  readonly #agents = new Map<string, { calls: number; failures: number }>();
  #sessions = 0;
  #calls = 0;
  #failures = 0;
  #unflagged = 0;
  #work = 0;
  #rejected = 0;
  #blocked = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = 0;

  startSession(): void {
    this.#sessions += 1;
  }

  count(call: Call, failure: { kind: FailureKind; masked: boolean; work: boolean } | undefined): void {
    this.#calls += 1;
    this.#first = Math.min(this.#first, call.at);
    this.#last = Math.max(this.#last, call.at);
    const agent = this.#agents.get(call.agent) ?? { calls: 0, failures: 0 };
    agent.calls += 1;
    this.#agents.set(call.agent, agent);
    if (call.outcome === 'rejected') this.#rejected += 1;
    else if (call.outcome === 'blocked') this.#blocked += 1;
    else if (failure) {
      agent.failures += 1;
      this.#failures += 1;
      if (failure.masked) this.#unflagged += 1;
      if (failure.work) this.#work += 1;
      this.#kinds.set(failure.kind, (this.#kinds.get(failure.kind) ?? 0) + 1);
    }
  }

  figures(): Figures {
    return {
      sessions: this.#sessions,
      calls: this.#calls,
      failures: this.#failures,
      unflagged: this.#unflagged,
      work: this.#work,
      rejected: this.#rejected,
      blocked: this.#blocked,
      byKind: Object.fromEntries([...this.#kinds].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))),
      byAgent: Object.fromEntries(this.#agents),
      ...(this.#calls > 0 ? { firstAt: new Date(this.#first).toISOString(), lastAt: new Date(this.#last).toISOString() } : {}),
    };
  }
}

import type { Call } from '../agents/call.ts';
import type { FailureKind } from '../failures/failure.ts';
import type { Claim } from '../failures/recovery/claim.ts';
import { findRecoveries } from '../failures/recovery/find-recoveries.ts';
import { findRepeatedFindings } from '../failures/recovery/repeated-findings.ts';
import { type Roots, viewSession } from '../failures/recovery/session-view.ts';
import type { SessionLog } from '../sessions/session-index.ts';
import { distil, type NewLesson } from './distil.ts';
import { History } from './history.ts';
import { distilRemarks } from './remarks/distil-remarks.ts';
import { findRemarks } from './remarks/find-remarks.ts';
import type { Remark } from './remarks/remark.ts';

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
  figures: Figures;
}

/** Mines the sessions of one project, one after the other, so that memory holds one session and what was found. */
export async function mineProject(sessions: AsyncIterable<SessionLog>, roots: Roots): Promise<Findings> {
  const claims: Claim[] = [];
  const history = new History();
  const counter = new Counter();
  const remarks: Remark[] = [];
  for await (const log of sessions) {
    const views = viewSession(log.calls, roots);
    remarks.push(...findRemarks(log, roots));
    counter.startSession();
    const found: Claim[] = [];
    for (const view of views) {
      history.add(view);
      found.push(...findRecoveries(view));
      for (const { call, failure } of view.steps) counter.count(call, failure);
    }
    const explained = new Set(found.map((claim) => claim.failure.call.id));
    const repeated = findRepeatedFindings(views, explained);
    history.addPassed(repeated.passed);
    claims.push(...found, ...repeated.claims);
  }
  const lessons = distil(claims, history).map(({ lesson }) => lesson);
  // What was said while refusing a command that is known to be refused is told by that lesson.
  const refused = new Set(
    lessons.flatMap(({ kind, evidence }) => (kind === 'preference' ? evidence.map(({ call }) => call) : [])),
  );
  const unsaid = remarks.filter(({ isRefusal, call }) => !isRefusal || !refused.has(call));
  return { lessons: [...lessons, ...distilRemarks(unsaid, history)], figures: counter.figures() };
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

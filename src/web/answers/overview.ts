import type { LessonStatus } from '../../lessons/lesson.ts';

/** Which part of history is asked for. */
export interface Asked {
  /** Ids of projects; all where empty. */
  projects: string[];
  /** Names of agents; all where empty. */
  agents: string[];
  /** Days as `2026-03-01`; open where absent. */
  since?: string;
  until?: string;
}

/** A column of counts over time. */
export interface Series {
  /** The id of a project, or the name of an agent. */
  key: string;
  name: string;
  failures: number[];
  calls: number[];
}

/** What lessons came in on a day. */
export interface Mark {
  /** The day. */
  day: string;
  project: string;
  /** The lessons that were first written to a context file then. */
  lessons: string[];
}

/** Sums over what was asked for. */
export interface Totals {
  sessions: number;
  calls: number;
  failures: number;
  /** Failures without an error flag. */
  unflagged: number;
  /** Failures that are findings about the code under work. */
  work: number;
  rejected: number;
  blocked: number;
  /** Calls and minutes from failures up to their fixes. */
  lostCalls: number;
  lostMinutes: number;
}

/** `/api/overview`. */
export interface Overview {
  asked: Asked;
  totals: Totals;
  /** The same for as many days before, where a time was asked for. */
  before?: Totals;
  /** Failures by kind, most frequent first. */
  causes: { kind: string; failures: number; work: boolean }[];
  /** Lessons by status, and those that were promoted, wait for a decision or contradict another one. */
  lessons: { ready: number; watching: number; retired: number; promoted: number; due: number; conflicts: number; review: number };
  projects: { id: string; name: string; calls: number; failures: number }[];
  agents: { name: string; title: string; calls: number; failures: number }[];
  /** The lessons that cost most calls. */
  costly: { project: string; id: string; title: string; occurrences: number; wastedCalls: number; status: LessonStatus }[];
  /** The last backtest that was run. */
  backtest?: Ladder;
  /** What came of the tasks of `hardwon run`; absent where there are none, and where an agent was asked for. */
  loop?: Loop;
}

/** What came of the tasks of the learning loop, as `hardwon stats --loop` counts them. */
export interface Loop {
  /** Tasks. */
  runs: number;
  passed: number;
  /** Tasks whose first attempt passed: nothing was to be learned. */
  passedAtOnce: number;
  /** Tasks that passed after a failure, with what it taught. */
  passedLater: number;
  attempts: number;
  /** Rules that were made of failures, those that helped, and both by what they are about. */
  rules: { made: number; helped: number; byCategory: { category: string; made: number; helped: number }[] };
  costUsd: number;
  /** Attempts whose agent did not tell its cost. */
  unpriced: number;
}

/** `/api/failures`. */
export interface Failures {
  /** How many days a column is: 1, 7 or 28. */
  step: number;
  /** The first day of each column. */
  days: string[];
  calls: number[];
  failures: number[];
  series: Series[];
  marks: Mark[];
}

/** The steps of a backtest, each with its count. */
export interface Ladder {
  /** When it was run, ISO 8601. */
  at: string;
  verdict: string;
  reason?: string;
  sessions: number;
  calls: number;
  steps: { name: string; count: number; meaning: string }[];
  falseAlarmsPer1000: number;
  tokensPerSession: number;
}

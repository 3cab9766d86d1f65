import type { LessonStatus } from '../../lessons/lesson.ts';

/** Which part of history is asked for. */
export interface Asked {
  /** Ids of projects; all where empty. */
  projects: string[];
  /** Names of agents; all where empty. */
  agents: string[];
  /** The first day, as `2026-03-01`; open where absent, like the last. */
  since?: string;
  /** The last day. */
  until?: string;
}

/** A column of counts over time. */
export interface Series {
  /** The id of a project, or the name of an agent. */
  key: string;
  /** What people call it. */
  name: string;
  /** Failures in each column. */
  failures: number[];
  /** Calls in each column. */
  calls: number[];
}

/** What lessons came in on a day. */
export interface Mark {
  /** The day. */
  day: string;
  /** The id of the project. */
  project: string;
  /** The lessons that were first written to a context file then. */
  lessons: string[];
}

/** Sums over what was asked for. */
export interface Totals {
  /** Sessions with calls. */
  sessions: number;
  /** Calls in them. */
  calls: number;
  /** Calls that failed by their flag or their output. */
  failures: number;
  /** Failures without an error flag. */
  unflagged: number;
  /** Failures that are findings about the code under work. */
  work: number;
  /** Calls that the user refused. */
  rejected: number;
  /** Calls that hooks and permission rules refused. */
  blocked: number;
  /** Calls from failures up to their fixes. */
  lostCalls: number;
  /** The time between these calls; of a longer pause ten minutes count. */
  lostMinutes: number;
}

/** `/api/overview`. */
export interface Overview {
  /** What was asked for. */
  asked: Asked;
  /** Sums over it. */
  totals: Totals;
  /** The same for as many days before, where a time was asked for. */
  before?: Totals;
  /** Failures by kind, most frequent first. */
  causes: { kind: string; failures: number; work: boolean }[];
  /**
   * Lessons by status, and those that were promoted, wait for a decision or contradict another one. `own` are those of them that are in the
   * user's own memory, of no project.
   */
  lessons: Record<'ready' | 'watching' | 'retired' | 'promoted' | 'own' | 'due' | 'conflicts' | 'review', number>;
  /** Projects with calls, those with most failures first. */
  projects: { id: string; name: string; calls: number; failures: number }[];
  /** Agents with calls, the most used first. */
  agents: { name: string; title: string; calls: number; failures: number }[];
  /** The lessons that cost most calls. */
  costly: { project: string; id: string; title: string; occurrences: number; wastedCalls: number; status: LessonStatus }[];
  /** The last backtest that was run. */
  backtest?: Ladder;
  /** What came of the tasks of `hardwon run`; absent where there are none. */
  loop?: Loop;
  /** What came of lessons that hooks said; absent where they have said nothing. */
  live?: Told;
}

/** What came of lessons that hooks said, as `hardwon stats` counts it. */
export interface Told {
  /** How often a lesson was shown: about a call, at a failure, or to somebody who asked. */
  shown: number;
  /** Of these, how often the call was stopped. */
  stopped: number;
  /** Of these, how often somebody had asked. */
  asked: number;
  /** How often the right form followed. */
  followed: number;
  /** How often it did not. */
  ignored: number;
  /** How often the call was made all the same, and failed. */
  mistakes: number;
  /** How often the right form followed, and went well. */
  helped: number;
  /** How often the call went well as it was. */
  falseAlarms: number;
  /** Of these, how often it had been stopped. */
  wrongStops: number;
  /** How often a call was stopped or rewritten, and what was made in its place went well. */
  prevented: number;
  /** How often nobody can tell what came of it. */
  unknown: number;
  /** How often a lesson was told when a session started. */
  opened: number;
  /** How often one would have been shown, in sessions that were held out. */
  withheld: number;
}

/** What came of the tasks of the learning loop, as `hardwon stats --loop` counts them. */
export interface Loop {
  /** Tasks. */
  runs: number;
  /** Tasks whose tests passed in the end. */
  passed: number;
  /** Tasks whose first attempt passed: nothing was to be learned. */
  passedAtOnce: number;
  /** Tasks that passed after a failure, with what it taught. */
  passedLater: number;
  /** Attempts at all of them. */
  attempts: number;
  /** Rules that were made of failures, those that helped, and both by what they are about. */
  rules: { made: number; helped: number; byCategory: { category: string; made: number; helped: number }[] };
  /** What agents and teachers said they cost. */
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
  /** Calls in each column. */
  calls: number[];
  /** Failures in each column. */
  failures: number[];
  /** The same by project or agent; small ones are one. */
  series: Series[];
  /** When lessons came in. */
  marks: Mark[];
}

/** The steps of a backtest, each with its count. */
export interface Ladder {
  /** When it was run, ISO 8601. */
  at: string;
  /** `measured`, or that there is not enough data. */
  verdict: string;
  /** Why there is not. */
  reason?: string;
  /** Sessions that were replayed. */
  sessions: number;
  /** Calls in them. */
  calls: number;
  /** Each a part of the one above it. */
  steps: { name: string; count: number; meaning: string }[];
  /** How often a trigger would have warned for nothing. */
  falseAlarmsPer1000: number;
  /** What the lessons take at the start of a session. */
  tokensPerSession: number;
}

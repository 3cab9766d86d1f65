import type { LiveFigures } from '../../delivery/journal/fold-journal.ts';
import type { LoopFigures } from '../../loop/run/loop-figures.ts';
import type { TeamFigures } from '../../team/team-figures.ts';
import type { LessonRow } from './lessons.ts';

export type { LiveFigures as Told, LoopFigures as Loop, TeamFigures as Team };

/** The requested part of history. */
export interface Asked {
  /** Ids of projects; all if empty. */
  projects: string[];
  /** Names of agents; all if empty. */
  agents: string[];
  /** The first day, as `2026-03-01`; unlimited if absent, like the last. */
  since?: string;
  /** The last day. */
  until?: string;
}

/** Counts over time. */
export interface Series {
  /** The id of a project, the name of an agent, or `in-time`, `late` and `other`. */
  key: string;
  /** Its display name. */
  name: string;
  /** Failures per column. */
  failures: number[];
  /** Calls per column. */
  calls: number[];
}

/** Lessons that were introduced on one day. */
export interface Mark {
  /** The day. */
  day: string;
  /** The id of the project. */
  project: string;
  /** The lessons first written to a context file on that day. */
  lessons: string[];
}

/** Totals over the requested part of history. */
export interface Totals {
  /** Number of sessions with calls. */
  sessions: number;
  /** Number of calls in them. */
  calls: number;
  /** Calls that failed according to their flag or their output. */
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
  /** The time between these calls; at most ten minutes count for each pause. */
  lostMinutes: number;
}

/** `/api/overview`. */
export interface Overview {
  /** The request. */
  asked: Asked;
  /** Totals over the requested part. */
  totals: Totals;
  /** Totals over the same number of days before it, if a period was requested. */
  before?: Totals;
  /** Failures by kind, the most frequent first. */
  causes: { kind: string; failures: number; work: boolean }[];
  /**
   * Lessons by status, and those that were promoted, await a decision or contradict another one. `own` counts those among them
   * that are in the user's own memory, and belong to no project.
   */
  lessons: Record<'ready' | 'watching' | 'retired' | 'promoted' | 'own' | 'due' | 'conflicts' | 'review', number>;
  /** Projects with calls, those with the most failures first. */
  projects: { id: string; name: string; calls: number; failures: number }[];
  /** Agents with calls, the most used first. */
  agents: { name: string; title: string; calls: number; failures: number }[];
  /** The lessons that cost the most calls. */
  costly: Pick<LessonRow, 'project' | 'id' | 'title' | 'occurrences' | 'wastedCalls' | 'status'>[];
  /** Avoidable failures, and those that had a lesson in time; absent until the first backtest has ended. */
  proof?: Proof;
  /** The share of failed calls lately and before; absent if the history is too short. */
  trend?: FailureTrend;
  /** The latest backtest, over all projects. */
  backtest?: Ladder;
  /** Set while a backtest runs. */
  replaying?: true;
  /** The reason why the last backtest failed. */
  backtestProblem?: string;
  /** The outcomes of the tasks of `hardwon run`; absent if there are none. */
  loop?: LoopFigures;
  /** The effect of lessons that hooks showed; absent if they showed none. */
  live?: LiveFigures;
  /** What the team knows about the requested projects; absent without a team. */
  team?: TeamFigures;
}

/** Failures that lessons could have avoided, according to the latest backtest. */
export interface Proof {
  /** The time of the backtest, ISO 8601. */
  at: string;
  /** Number of sessions replayed, over all projects. */
  sessions: number;
  /** Failures whose cause an earlier session had. */
  avoidable: number;
  /** Those for which a lesson would have been shown before the call. */
  inTime: number;
}

/** Two periods of the same length, one after the other; the later one ends with the last call. */
export interface FailureTrend {
  /** Their length. */
  days: number;
  /** The later period. */
  now: { calls: number; failures: number };
  /** The earlier one. */
  before: { calls: number; failures: number };
}

/** `/api/failures`. */
export interface Failures {
  /** Number of days per column: 1, 7 or 28. */
  step: number;
  /** The first day of each column. */
  days: string[];
  /** Calls per column. */
  calls: number[];
  /** Failures per column. */
  failures: number[];
  /** The same by project or agent, with small ones combined; or by whether a lesson was there in time. */
  series: Series[];
  /** The days on which lessons were introduced. */
  marks: Mark[];
}

/** The steps of a backtest, each with its count. */
export interface Ladder {
  /** The time at which it was run, ISO 8601. */
  at: string;
  /** `measured`, or a verdict that there is not enough data. */
  verdict: string;
  /** The reason for that verdict. */
  reason?: string;
  /** Number of sessions replayed. */
  sessions: number;
  /** Number of calls in them. */
  calls: number;
  /** Each is a subset of the one above it. */
  steps: { name: string; count: number; meaning: string }[];
  /** Needless warnings of triggers per 1,000 calls. */
  falseAlarmsPer1000: number;
  /** The size of the lessons at the start of a session. */
  tokensPerSession: number;
}

import type { ProofFigures } from '../../proof/figures.ts';
import type { ReplayedCase } from '../../proof/replay.ts';
import type { ReadFigures } from '../learn/learn-report.ts';

/** The output of `hardwon backtest --json`. Fields may be added within a version, but are never renamed or removed. */
export interface BacktestReport {
  /** The version of this shape. */
  schema: 1;
  /** The time of the report, ISO 8601. */
  at: string;
  /** Number of folds requested. */
  folds: number;
  /** The moment at which history was split, if one was given. */
  split?: string;
  /** Upper bound for the tokens of the lessons. */
  budget: number;
  /** Totals over all projects. */
  total: ProofFigures;
  /** Totals by agent. */
  agents: (ProofFigures & { agent: string })[];
  projects: ProjectFigures[];
  /** Lessons of the team that were known from some moment on; absent without a team. */
  team?: { lessons: number };
  /** Set if the requested folder has no sessions: that folder, and projects that may be meant. */
  nothing?: { folder: string; near: string[] };
  /** The logs read for the report. */
  read: ReadFigures;
  /** Notices for the user. */
  notices: string[];
}

/** The figures of one project. */
export interface ProjectFigures extends ProofFigures {
  id: string;
  name: string;
  /** The main checkout, if it is known. */
  root: string;
  /** Number of sessions before the first one replayed. */
  learnedFrom: number;
  /** Lessons known and delivered, fold by fold. */
  folds: FoldFigures[];
  /** Failures with a known cause, and calls that a trigger matched needlessly, in replay order. */
  cases: ReportedCase[];
}

/** The lessons known at the beginning of a fold. */
interface FoldFigures {
  /** The time at which lessons were frozen, ISO 8601. */
  at: string;
  /** Lessons that were ready, those in the block, and those whose trigger warns. */
  ready: number;
  delivered: number;
  triggers: number;
  /** Size of the block in tokens. */
  tokens: number;
}

/** A case with a pointer to its call. */
export interface ReportedCase extends Omit<ReplayedCase, 'call'> {
  /** The time of the call, ISO 8601. */
  at: string;
  agent: string;
  session: string;
  /** The agent's own id of the call. */
  call: string;
  /** The redacted input of the call, cut to its first 200 characters. */
  tried: string;
}

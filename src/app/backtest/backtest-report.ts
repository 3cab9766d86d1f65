import type { ProofFigures } from '../../proof/figures.ts';
import type { ReplayedCase } from '../../proof/replay.ts';
import type { ReadFigures } from '../learn/learn-report.ts';

/** What `hardwon backtest --json` prints. Fields are added within a version, never renamed or removed. */
export interface BacktestReport {
  /** The version of this shape. */
  schema: 1;
  /** When the report was made, ISO 8601. */
  at: string;
  /** Folds that were asked for. */
  folds: number;
  /** The moment that history was cut at, where one was given. */
  split?: string;
  /** Tokens that lessons may take. */
  budget: number;
  /** All projects together. */
  total: ProofFigures;
  /** By agent. */
  agents: (ProofFigures & { agent: string })[];
  projects: ProjectFigures[];
  /** Where the folder that was asked for has no sessions: that folder, and projects that may be meant. */
  nothing?: { folder: string; near: string[] };
  /** What was read for it. */
  read: ReadFigures;
  /** What the user should know. */
  notices: string[];
}

/** One project. */
export interface ProjectFigures extends ProofFigures {
  id: string;
  name: string;
  /** The main checkout, as far as it is known. */
  root: string;
  /** Sessions before the first replayed one. */
  learnedFrom: number;
  /** What was known and delivered, fold by fold. */
  folds: FoldFigures[];
  /** Failures with a known cause, and calls that a trigger matched without need, in the order of the replay. */
  cases: ReportedCase[];
}

/** What was known at the beginning of a fold. */
export interface FoldFigures {
  /** When lessons were frozen, ISO 8601. */
  at: string;
  /** Lessons that were ready, those in the block, and those with a trigger that warns. */
  ready: number;
  delivered: number;
  triggers: number;
  /** Tokens of the block. */
  tokens: number;
}

/** A case with a pointer to its call. */
export interface ReportedCase extends Omit<ReplayedCase, 'call'> {
  /** When the call was made, ISO 8601. */
  at: string;
  agent: string;
  session: string;
  /** The agent's own id of the call. */
  call: string;
  /** What was sent, redacted, its first 200 characters. */
  tried: string;
}

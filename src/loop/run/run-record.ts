import type { AgentRun } from '../../agents/headless-agent.ts';
import type { TeacherMode } from '../../teach/modes.ts';
import type { FailureCase, LearnedRule } from '../failure-case.ts';
import type { TestOutcome, TestRun } from '../test-run.ts';
import type { ProcessMark } from './processes.ts';

/** The status of a run. `stopped`: it can be resumed. `errored`: the agent or the tests could not be run; see `isUnfinished`. */
export type RunStatus = 'running' | 'passed' | 'failed' | 'stopped' | 'errored';

/**
 * The verdict on a rule. `unproven`: the tests that it is about passed with it, and no attempt without it was compared. `helped`:
 * they pass more often than without it. `not-needed`: the tests passed as often without it. `untried`: no attempt was made with
 * it. `recovered`: it was derived from the difference to the attempt that passed, so none was made with it. `dropped`: a person
 * did not want it.
 */
export type RuleVerdict =
  | 'dropped'
  | 'helped'
  | 'unproven'
  | 'partly'
  | 'no-help'
  | 'not-needed'
  | 'untried'
  | 'recovered';

/** The comparison of attempts with and without the rules with which an attempt passed. */
export interface Verification {
  with: { attempts: number; passed: number };
  without: { attempts: number; passed: number };
}

/** The figures of a test run, without its output. */
export interface TestFigures {
  outcome: TestOutcome;
  passed: number;
  failed: number;
  skipped: number;
  /** Ids of the tests that failed. */
  failing: string[];
  flaky: string[];
  parsed: boolean;
  durationMs: number;
}

/** One attempt at the task. */
export interface Attempt {
  /** Counted from 1. */
  number: number;
  startedAt: string;
  /** Numbers of the rules that it was given. */
  rules: number[];
  /** Failed tests of the previous attempt that it was told about, because no rule could be derived from them. */
  told?: string[];
  agent: Omit<AgentRun, 'answer'> & { answer: string };
  tests?: TestFigures;
  /** The number of tests that ran before and no longer run: removed or skipped. */
  lostTests: number;
  /** Serious problems that a review found although its tests passed, if there was a review. */
  findings?: ReviewedProblem[];
  /** Whether its tests passed, none were lost, and a review, if there was one, found nothing serious. */
  passed: boolean;
  /** Paths that it changed, relative to the root. */
  files: string[];
  /** Made without the rules, to see whether they were needed. */
  isAblation?: true;
  /** Made once more with the rules, for comparison with attempts without them. */
  isRepeat?: true;
}

/** A problem that a reviewer showed in the work: what is wrong, and where. */
export interface ReviewedProblem {
  severity: string;
  file?: string;
  problem: string;
  /** The rule for every place where the same could happen, in the reviewer's words. */
  rule?: string;
}

/** A rule of a run. */
export interface GivenRule extends LearnedRule {
  /** Counted from 1. */
  number: number;
  /** The attempt from whose failure it was derived. */
  attempt: number;
  /** The root cause, in the teacher's words. */
  analysis: string;
  /** Tests that had failed. */
  failing: string[];
  verdict: RuleVerdict;
  /** Whether it was derived from the findings of a review, and not from tests. */
  isOfReview?: true;
  /** The lesson that it became. */
  lesson?: string;
}

/** Options of a run that override the configuration; they also apply when it is resumed. */
export interface AskedChoices {
  /** The configuration file that was named, absolute. */
  config?: string;
  agent?: string;
  teacher?: TeacherMode;
  /** The command that runs the tests. */
  tests?: string;
  /** Whether it retries by itself instead of stopping after each failure for review. */
  autoRetry?: boolean;
  /** Whether attempts whose tests pass are reviewed. */
  review?: boolean;
  /** How many attempts are compared after success. */
  verify?: number;
  /** Whether the agent may do anything without asking. */
  skipPermissions?: boolean;
  /** The delivery of the result: as a branch, or applied to the user's files. */
  branch?: string;
  applyResult?: boolean;
  /** Whether rules are written, and to whose files. */
  keep?: boolean;
  file?: 'user' | 'project';
}

/** A run as recorded in the data folder: enough to resume it, to clean up after it, and to count it. */
export interface RunRecord {
  version: 1;
  id: string;
  task: string;
  status: RunStatus;
  /** Why it ended this way, if that is not obvious. */
  reason?: string;
  /** The root of the repository, and the folder in it that the task is about. */
  root: string;
  prefix: string;
  agent: string;
  teacher: string;
  maxRetries: number;
  /** Options that override the configuration; they also apply when the run is resumed. */
  asked?: AskedChoices;
  startedAt: string;
  endedAt?: string;
  /** The commit from which attempts start. */
  base?: string;
  /** Whether a bundle beside the record contains the part of it that the repository lacks. */
  hasBundle?: boolean;
  baseline?: TestFigures;
  attempts: Attempt[];
  rules: GivenRule[];
  /** The last failure, if the teacher could not be asked about it: it is asked first when the run is resumed. */
  owed?: { attempt: number; failure: FailureCase };
  /** The comparison of attempts with and without the rules, if there was one. */
  verification?: Verification;
  /** The cost of asking the teacher, if known. */
  teachingCostUsd?: number;
  /** The process that makes the run, and those that it has started. */
  owner: ProcessMark;
  children: ProcessMark[];
}

/**
 * Whether a run can be resumed: it was stopped, or failed after attempts that may have taught something, for example because the
 * agent ran out of credit.
 */
export function isUnfinished({
  status,
  attempts,
}: Pick<RunRecord, 'status'> & { attempts: readonly unknown[] }): boolean {
  return status === 'stopped' || (status === 'errored' && attempts.length > 0);
}

/** Returns the figures of a test run. */
export function figuresOf(tests: TestRun): TestFigures {
  const { outcome, passed, failed, skipped, flaky, parsed, durationMs } = tests;
  return { outcome, passed, failed, skipped, failing: tests.failures.map(({ id }) => id), flaky, parsed, durationMs };
}

import type { FailureCase, LearnedRule } from '../failure-case.ts';
import type { AgentRun } from '../headless-agent.ts';
import type { TeacherMode } from '../teacher/modes.ts';
import type { TestOutcome, TestRun } from '../test-run.ts';
import type { ProcessMark } from './processes.ts';

/** How a run stands. `stopped`: it can be gone on with. `errored`: the agent or the tests could not be run; see `isUnfinished`. */
export type RunStatus = 'running' | 'passed' | 'failed' | 'stopped' | 'errored';

/**
 * What became of a rule. `unproven`: the tests that it is about turned green with it, and no attempt without it was compared. `helped`: they
 * do so more often than without it. `not-needed`: the tests passed without it as often. `untried`: no attempt was made with it.
 * `recovered`: it was made of the difference to the attempt that passed, so none was made with it. `dropped`: a person did not want it.
 */
export type RuleVerdict = 'dropped' | 'helped' | 'unproven' | 'partly' | 'no-help' | 'not-needed' | 'untried' | 'recovered';

/** How attempts with the rules that an attempt passed with compare to those without. */
export interface Verification {
  with: { attempts: number; passed: number };
  without: { attempts: number; passed: number };
}

/** A run of the tests, without what it printed. */
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
  /** From 1. */
  number: number;
  startedAt: string;
  /** Numbers of the rules that it was given. */
  rules: number[];
  /** Tests of the attempt before that it was told of, because no rule could be made of them. */
  told?: string[];
  agent: Omit<AgentRun, 'answer'> & { answer: string };
  tests?: TestFigures;
  /** Tests that ran before and do not run any more: removed, or skipped. */
  lostTests: number;
  /** Serious problems that a review of its green work found, where one was asked for. */
  findings?: ReviewedProblem[];
  /** Whether its tests passed, none were lost, and a review found nothing serious where one was asked for. */
  passed: boolean;
  /** Paths that it changed, relative to the root. */
  files: string[];
  /** Made without the rules, to see whether they were needed. */
  isAblation?: true;
  /** Made once more with the rules, to compare with attempts without. */
  isRepeat?: true;
}

/** A problem that a reviewer showed in the work: what is wrong, and where. */
export interface ReviewedProblem {
  severity: string;
  file?: string;
  problem: string;
  /** What to do wherever the same could happen, in the words of the reviewer. */
  rule?: string;
}

/** A rule of a run. */
export interface GivenRule extends LearnedRule {
  /** From 1. */
  number: number;
  /** The attempt whose failure it comes from. */
  attempt: number;
  /** The root cause, in the words of the teacher. */
  analysis: string;
  /** Tests that had failed. */
  failing: string[];
  verdict: RuleVerdict;
  /** It was made of what a review found, and not of tests. */
  isOfReview?: true;
  /** The lesson that it became. */
  lesson?: string;
}

/** Choices that were made for a run over the configuration: they count when it is gone on with, too. */
export interface AskedChoices {
  /** The configuration file that was named, absolute. */
  config?: string;
  agent?: string;
  teacher?: TeacherMode;
  /** The command that runs the tests. */
  tests?: string;
  /** Whether it stops after each failure for review. */
  autoRetry?: boolean;
  /** Whether green attempts are reviewed. */
  review?: boolean;
  /** How many attempts are compared after success. */
  verify?: number;
  /** Whether the agent may do anything without asking. */
  skipPermissions?: boolean;
  /** What becomes of the result. */
  branch?: string;
  applyResult?: boolean;
  /** Whether rules are written, and to whose files. */
  keep?: boolean;
  file?: 'user' | 'project';
}

/** A run as it is kept in the data folder: enough to go on with it, to clean up behind it, and to count it. */
export interface RunRecord {
  version: 1;
  id: string;
  task: string;
  status: RunStatus;
  /** Why it ended so, where that is not plain. */
  reason?: string;
  /** The root of the repository, and the folder in it that the task is about. */
  root: string;
  prefix: string;
  agent: string;
  teacher: string;
  maxRetries: number;
  /** What was asked for over the configuration: it counts when the run is gone on with, too. */
  asked?: AskedChoices;
  startedAt: string;
  endedAt?: string;
  /** The commit that attempts start from. */
  base?: string;
  /** Whether a bundle beside the record holds what the repository has not of it. */
  hasBundle?: boolean;
  baseline?: TestFigures;
  attempts: Attempt[];
  rules: GivenRule[];
  /** The last failure, where the teacher could not be asked about it: it is asked before anything else when the run goes on. */
  owed?: { attempt: number; failure: FailureCase };
  /** How attempts with and without the rules came out, where they were compared. */
  verification?: Verification;
  /** What asking the teacher cost, where it is known. */
  teachingCostUsd?: number;
  /** The process that makes it, and those that it has started. */
  owner: ProcessMark;
  children: ProcessMark[];
}

/** Whether a run can be gone on with: it was stopped, or broke after attempts that may have taught something, as where the agent is out of credit. */
export function isUnfinished({ status, attempts }: Pick<RunRecord, 'status'> & { attempts: readonly unknown[] }): boolean {
  return status === 'stopped' || (status === 'errored' && attempts.length > 0);
}

/** The figures of a run of the tests. */
export function figuresOf(tests: TestRun): TestFigures {
  const { outcome, passed, failed, skipped, flaky, parsed, durationMs } = tests;
  return { outcome, passed, failed, skipped, failing: tests.failures.map(({ id }) => id), flaky, parsed, durationMs };
}

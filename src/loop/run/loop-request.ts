import type { AgentEvent } from '../../agents/headless.ts';
import type { AgentRun, AgentRunOptions, HeadlessAgent } from '../../agents/headless-agent.ts';
import type { TestCommand } from '../../programs/test-runner.ts';
import type { Teacher, Teaching } from '../failure-case.ts';
import type { CarriedPath, DependencyWishes } from '../scratch/choose-dependencies.ts';
import type { RunTests } from '../test-run.ts';
import type { RedactText } from './attempt-log.ts';
import type { AskedChoices, GivenRule, ReviewedProblem, RunRecord, TestFigures } from './run-record.ts';

/** The request for a run. */
export interface LoopRequest {
  /** The agent's task; when resuming, that of the resumed run. */
  task: string;
  /** Any folder of the project: the agent works in that one. */
  folder: string;
  /** hardwon's data folder. */
  dataDir: string;
  /** The number of attempts after the first. */
  maxRetries: number;
  /** False: stop after each failure for review. */
  autoRetry: boolean;
  /** Whether to include uncommitted changes. */
  withChanges: boolean;
  /** After success with rules, this many attempts with and without them are compared; 0: none, and the rules stay unproven. */
  verify: number;
  /** The run to resume. */
  resume?: RunRecord;
  /** Options that override the configuration, to be recorded with the run. */
  asked?: AskedChoices;
  /** The actions that the agent may take without asking. */
  permissions: AgentRunOptions['permissions'];
  /** The timeout of an attempt. */
  attemptTimeoutMs: number;
  /** The command that prepares a fresh checkout for its tests. */
  setup?: string | readonly string[];
  /** Ignored files and folders that the scratch checkout gets. */
  dependencies: DependencyWishes;
  /** The name of the branch to create from the result. */
  branch?: string;
  /** Whether to apply the result to the user's files. */
  applyResult: boolean;
}

/** The tools that a run works with. */
export interface Workbench {
  agent: HeadlessAgent;
  teacher: Teacher;
  /** Finds how to run the tests of a folder. */
  findTests(folder: string): Promise<TestCommand | undefined>;
  runTests: RunTests;
  /** Reviews a change whose tests pass, and returns the serious problems that it shows; if absent, there is no review. */
  review?(diff: string, signal?: AbortSignal): Promise<ReviewedProblem[]>;
  redact: RedactText;
  now(): Date;
  /** Stops the run; it can be resumed. */
  signal?: AbortSignal;
  /** Receives the events of the run. */
  onEvent?(event: LoopEvent): void;
}

/** The purpose of an attempt: the task, or the comparison of attempts with and without rules. */
export type AttemptPurpose = 'task' | 'with-rules' | 'without-rules';

/** An event during a run. */
export type LoopEvent =
  | { type: 'preparing'; what: string }
  | {
      type: 'prepared';
      root: string;
      uncommitted: number;
      carried: CarriedPath[];
      settings: string[];
      tests: TestCommand;
    }
  | { type: 'baseline'; tests: TestFigures }
  | {
      type: 'attempt';
      number: number;
      of: number;
      rules: readonly GivenRule[];
      toldFailures: number;
      purpose: AttemptPurpose;
    }
  | { type: 'agent'; event: AgentEvent }
  | { type: 'agent-ended'; run: AgentRun }
  | { type: 'tests'; tests: TestFigures; lostTests: number }
  | { type: 'reviewing' }
  | { type: 'reviewed'; findings: readonly ReviewedProblem[] }
  | { type: 'teaching'; teacher: Teacher }
  | { type: 'taught'; teaching: Teaching }
  | { type: 'notice'; text: string };

/** The result of a run. */
export interface LoopResult {
  run: RunRecord;
  /** The patch of the attempt that passed. */
  patch?: string;
  /** The branch that was created from it. */
  branch?: string;
  /** Whether it was applied to the user's files. */
  isApplied: boolean;
  /** Why the result could not be delivered as requested; the patch exists regardless. */
  problem?: string;
}

import type { AgentEvent } from '../../agents/headless.ts';
import type { Teacher, Teaching } from '../failure-case.ts';
import type { AgentRun, AgentRunOptions, HeadlessAgent } from '../headless-agent.ts';
import type { CarriedPath, DependencyWishes } from '../scratch/choose-dependencies.ts';
import type { RunTests, TestCommand } from '../test-run.ts';
import type { RedactText } from './attempt-log.ts';
import type { AskedChoices, GivenRule, ReviewedProblem, RunRecord, TestFigures } from './run-record.ts';

/** What a run is asked to do. */
export interface LoopRequest {
  /** What the agent is asked to do; on resuming, that of the run that is gone on with. */
  task: string;
  /** The project, by any folder of it: the agent works in that one. */
  folder: string;
  /** hardwon's data folder. */
  dataDir: string;
  /** Attempts after the first. */
  maxRetries: number;
  /** False: stop after each failure for review. */
  autoRetry: boolean;
  /** Take along what is not committed. */
  withChanges: boolean;
  /** After success with rules, so many attempts with and so many without them are compared; 0: none, and the rules stay unproven. */
  verify: number;
  /** Go on with this run. */
  resume?: RunRecord;
  /** What was asked for over the configuration, to be remembered with the run. */
  asked?: AskedChoices;
  /** What the agent may do unasked. */
  permissions: AgentRunOptions['permissions'];
  /** After so long an attempt is ended. */
  attemptTimeoutMs: number;
  /** What makes a fresh checkout ready for its tests. */
  setup?: string | readonly string[];
  /** Ignored files and folders that the scratch checkout gets. */
  dependencies: DependencyWishes;
  /** Make a branch of the result, under this name. */
  branch?: string;
  /** Apply the result to the user's files. */
  applyResult: boolean;
}

/** What a run works with. */
export interface Workbench {
  agent: HeadlessAgent;
  teacher: Teacher;
  /** How the tests of a folder are run. */
  findTests(folder: string): Promise<TestCommand | undefined>;
  runTests: RunTests;
  /** Looks at a change whose tests pass, and gives the serious problems that it shows; absent: nobody looks. */
  review?(diff: string, signal?: AbortSignal): Promise<ReviewedProblem[]>;
  redact: RedactText;
  now(): Date;
  /** Stops the run; it can be gone on with. */
  signal?: AbortSignal;
  /** Hears how it goes. */
  onEvent?(event: LoopEvent): void;
}

/** What an attempt is made for: the task, or to compare attempts with and without rules. */
export type AttemptPurpose = 'task' | 'with-rules' | 'without-rules';

/** How a run goes, as it goes. */
export type LoopEvent =
  | { type: 'preparing'; what: string }
  | { type: 'prepared'; root: string; uncommitted: number; carried: CarriedPath[]; settings: string[]; tests: TestCommand }
  | { type: 'baseline'; tests: TestFigures }
  | { type: 'attempt'; number: number; of: number; rules: readonly GivenRule[]; toldFailures: number; purpose: AttemptPurpose }
  | { type: 'agent'; event: AgentEvent }
  | { type: 'agent-ended'; run: AgentRun }
  | { type: 'tests'; tests: TestFigures; lostTests: number }
  | { type: 'reviewing' }
  | { type: 'reviewed'; findings: readonly ReviewedProblem[] }
  | { type: 'teaching'; teacher: Teacher }
  | { type: 'taught'; teaching: Teaching }
  | { type: 'notice'; text: string };

/** What a run came to. */
export interface LoopResult {
  run: RunRecord;
  /** The patch of the attempt that passed. */
  patch?: string;
  /** The branch that was made of it. */
  branch?: string;
  /** Whether it was applied to the user's files. */
  isApplied: boolean;
  /** Why the result could not be handed over as asked; the patch is there all the same. */
  problem?: string;
}

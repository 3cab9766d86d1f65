import type { TestsConfig } from '../config/loop-config.ts';

/** A runner whose results are read; `exit-code` is any other command, of which only the end is known. */
export type TestFramework = NonNullable<TestsConfig['framework']>;

/** How a project's tests are run. */
export interface TestCommand {
  framework: TestFramework;
  /** Words that are run as they are, or one text for the shell. */
  command: readonly string[] | string;
  /** The folder to run it in. */
  cwd: string;
  /** After so long it is ended, with all that it started. */
  timeoutMs: number;
  /** What says that these are the tests: `configured`, or the file that it was detected by, such as `package.json`. */
  source: string;
}

/** What a run of the tests came to. `errored`: it broke before tests could say anything, such as at a syntax error. */
export type TestOutcome = 'passed' | 'failed' | 'errored' | 'timed-out' | 'no-tests';

/** A test that failed. */
export interface TestFailure {
  /** `file > suite > name`, as much of it as is known; equal over runs. */
  id: string;
  /** Relative to the folder of the run. */
  file?: string;
  line?: number;
  /** What it complained of, redacted and bounded. */
  message: string;
  /** The code from that line on, redacted and bounded. */
  code?: string;
}

/** One run of the tests. */
export interface TestRun {
  framework: TestFramework;
  outcome: TestOutcome;
  passed: number;
  failed: number;
  skipped: number;
  /** Those that failed, without the flaky ones. */
  failures: TestFailure[];
  /** Tests that failed, and passed when run once more. */
  flaky: string[];
  /** Nothing where a signal or the time limit ended it. */
  exitCode?: number;
  durationMs: number;
  /** The end of what it printed, redacted. */
  output: string;
  /** Whether single tests are known, or only the exit code. */
  parsed: boolean;
}

/** How tests are run. */
export interface TestRunOptions {
  /** Ends the run and all that it started. */
  signal?: AbortSignal;
  /** Hears what it prints, as it comes. */
  onOutput?(text: string): void;
  /** Hears the id of each process that is started, which leads a group of its own. */
  onStart?(pid: number): void;
  /** Run the failed ones once more, to tell flaky ones apart; true where absent. */
  rerunFailed?: boolean;
  /** The environment; that of this process where absent. */
  env?: Record<string, string | undefined>;
}

/** `runTests`: runs them once, and the failed ones again. */
export type RunTests = (command: TestCommand, options?: TestRunOptions) => Promise<TestRun>;

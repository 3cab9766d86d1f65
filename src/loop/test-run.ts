import type { TestsConfig } from '../config/loop-config.ts';

/** A runner whose results are parsed; `exit-code` is any other command, of which only the exit code is known. */
export type TestFramework = NonNullable<TestsConfig['framework']>;

/** How to run a project's tests. */
export interface TestCommand {
  framework: TestFramework;
  /** Words that are run as they are, or one text for the shell. */
  command: readonly string[] | string;
  /** The working directory. */
  cwd: string;
  /** The timeout, after which it is ended with everything that it started. */
  timeoutMs: number;
  /** How the tests were found: `configured`, or the file by which they were detected, such as `package.json`. */
  source: string;
}

/** The outcome of a test run. `errored`: it broke before any test could report, for example because of a syntax error. */
export type TestOutcome = 'passed' | 'failed' | 'errored' | 'timed-out' | 'no-tests';

/** A test that failed. */
export interface TestFailure {
  /** `file > suite > name`, as far as known; equal across runs. */
  id: string;
  /** Relative to the folder of the run. */
  file?: string;
  line?: number;
  /** Its error message, redacted and bounded. */
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
  /** The failed tests, without the flaky ones. */
  failures: TestFailure[];
  /** Tests that failed, and passed in a second run. */
  flaky: string[];
  /** Absent if a signal or the timeout ended it. */
  exitCode?: number;
  durationMs: number;
  /** The end of its output, redacted. */
  output: string;
  /** Whether individual tests are known, or only the exit code. */
  parsed: boolean;
}

/** Options for running tests. */
export interface TestRunOptions {
  /** Ends the run and everything that it started. */
  signal?: AbortSignal;
  /** Receives its output as it arrives. */
  onOutput?(text: string): void;
  /** Receives the id of each process that is started, which leads its own process group. */
  onStart?(pid: number): void;
  /** Whether to run the failed ones once more, to detect flaky ones; true by default. */
  rerunFailed?: boolean;
  /** The environment; that of this process by default. */
  env?: Record<string, string | undefined>;
}

/** The type of `runTests`, which runs the tests once, and the failed ones again. */
export type RunTests = (command: TestCommand, options?: TestRunOptions) => Promise<TestRun>;

import type { TestFailure } from '../programs/test-reports/parsed-tests.ts';
import type { TestCommand, TestFramework } from '../programs/test-runner.ts';

/** The outcome of a test run. `errored`: it broke before any test could report, for example because of a syntax error. */
export type TestOutcome = 'passed' | 'failed' | 'errored' | 'timed-out' | 'no-tests';

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

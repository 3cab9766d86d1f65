import type { Environment } from '../shared/surroundings.ts';
import type { ShellCommand } from './command.ts';
import type { ParsedFailure, ParsedTests } from './test-reports/parsed-tests.ts';

/** Runners whose results are read; `exit-code` is any other command, of which only the end is known. */
export const TEST_FRAMEWORKS = [
  'pytest',
  'jest',
  'vitest',
  'node-test',
  'mocha',
  'go',
  'cargo',
  'junit',
  'tap',
  'exit-code',
] as const;

/** One of them, as a configuration names it. */
export type TestFramework = (typeof TEST_FRAMEWORKS)[number];

/**
 * How a tool runs tests: how it is found, told to report, and read. It stands in the tool's own file, beside the `Program`, and in the
 * list of `test-runners.ts`: hooks run no tests, and would have to load it.
 */
export interface TestRunner {
  readonly framework: TestFramework;
  /** Programs that start it behind others that measure it or set variables, such as `c8`. */
  readonly programs?: string;
  /** Whether a command starts it. The name is without `.cmd` or `.js`. */
  isStartedBy(command: ShellCommand): boolean;
  /** Options by which it is told what to report, so that it cannot be told twice. */
  readonly reporterFlags?: RegExp;
  /** It is told by NODE_OPTIONS what to report. */
  readonly usesNodeOptions?: true;
  /** The words that it prints at its end, if its results have no parser. */
  readonly ends?: RegExp;
  /** The package of npm whose presence says that a project's tests are run by it. */
  readonly npmPackage?: string;
  /** Its command, if a configuration names it and no file of the project says more. */
  readonly usual?: readonly string[];
  /** Finds the tests of a project by its files. package.json is read before all runners are asked, and makefiles after them. */
  detect?(root: string): Promise<DetectedTests | undefined>;
  /** Plans a run with a report for programs. Without it, only the output is parsed. */
  plan?(request: PlanRequest): ReportPlan | Promise<ReportPlan>;
  /** Reads such a report. */
  readonly parseReport?: TestParser;
  /** Parsers of the output that it prints for people; the first that finds anything counts. */
  readonly parsers?: readonly TestParser[];
  /** Other runners print what it prints: its output is read only where it is known to be its own. */
  readonly isShared?: true;
}

/** Reads a report or an output; nothing where it is none of its kind. */
export type TestParser = (text: string, cwd: string) => ParsedTests | undefined;

/** The command that runs a project's tests. */
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

/** Tests that were found in a folder. */
export type DetectedTests = Pick<TestCommand, 'framework' | 'command' | 'source'>;

/** The runner that a command starts, and whether words added at the end of the command reach it. */
export interface Recognised {
  framework: TestFramework;
  /** Words to put before others that are meant for the runner; nothing where none can be added. */
  extend?: readonly string[];
  /** The runner is told already what to report, or in what environment to run. */
  hasReporter: boolean;
  /** Words that are no options stand behind the runner: Node takes options behind these for its script. */
  hasFiles: boolean;
  /** The words that it prints at its end, if its results have no parser. */
  ends?: RegExp;
  /** The command starts the runner itself, not a script that does. */
  isDirect: boolean;
}

/** A command whose results can be parsed, and the way to read them. */
export interface ReportPlan {
  command: string | readonly string[];
  env: Environment;
  /** A run that comes to its end says something of its tests; one that says nothing broke off, whatever its exit code is. */
  isSure: boolean;
  /** The words that a complete run prints, if nothing else of it is parsed. */
  ends?: RegExp;
  /** Whether a run says that it had something to report: one that left no report then has not passed, whatever its exit code is. */
  owesReport?(output: string): boolean;
  /** The results are all over the output, not only at its end: a test whose line is cut off would seem to be gone. */
  isAllResults?: true;
  /** Reads the report that the runner wrote; undefined if it wrote none. */
  readReport(run: { output: string; startedAt: number }): Promise<ParsedTests | undefined>;
}

/** The facts that a plan is made from. */
export interface PlanRequest {
  readonly command: TestCommand['command'];
  /** The folder of the run. */
  readonly cwd: string;
  /** A folder of ours, for this run alone, and the file in it that the report is written to. */
  readonly folder: string;
  readonly file: string;
  /** The environment of the run. */
  readonly env: Environment;
  /** The tests of a second run; all of them where a runner cannot be told. */
  readonly only: readonly ParsedFailure[] | undefined;
  /** The command, if it starts this runner and does not already choose a report. */
  readonly recognised: Recognised | undefined;
  /** The command as it is, of which nothing is read but its output. */
  readonly plain: ReportPlan;
  /** The command with words for the runner at its end; nothing where none can be added. */
  add(...words: string[]): string | string[] | undefined;
  /** Reads the file that the runner was told to write. */
  fromFile(parse: TestParser): Promise<ParsedTests | undefined>;
  /** Whether a short program of ours ends well in the folder and the environment of the run. */
  endsWell(words: readonly string[]): Promise<boolean>;
}

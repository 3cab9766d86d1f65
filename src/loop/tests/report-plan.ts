import { join } from 'node:path';
import { readRegular } from '../../shared/regular-file.ts';
import type { TestCommand } from '../test-run.ts';
import { readBuildReports } from './build-reports.ts';
import { append, fillIn, insertBehindTest, mentions } from './edit-command.ts';
import { hasRunTests } from './gradle-tasks.ts';
import { LARGEST_REPORT } from './largest-report.ts';
import { planNodeReport } from './node-report.ts';
import { addError, type ParsedFailure, type ParsedTests } from './parsed-tests.ts';
import { parseGoJson } from './parsers/go.ts';
import { parseGoText } from './parsers/go-text.ts';
import { parseJestJson } from './parsers/jest-json.ts';
import { parseJunitXml } from './parsers/junit-xml.ts';
import { parseMochaJson } from './parsers/mocha-json.ts';
import { countPytestSessions } from './parsers/pytest-text.ts';
import { parseTap } from './parsers/tap.ts';
import { addFromVitestText } from './parsers/vitest-text.ts';
import type { Recognised } from './recognise.ts';
import { namesForCargo, patternOfGo, patternOfNames } from './select-tests.ts';

/** How a command is run so that its results can be read. */
export interface ReportPlan {
  command: string | readonly string[];
  env: NodeJS.ProcessEnv;
  /** A run that comes to its end says something of its tests; one that says nothing broke off, whatever its exit code is. */
  isSure: boolean;
  /** What a run prints that comes to its end, where nothing is read of it. */
  ends?: RegExp;
  /** Whether a run says that it had something to report: one that left no report then has not passed, whatever its exit code is. */
  owesReport?(output: string): boolean;
  /** The results are all over the output, not only at its end: a test whose line is cut off would seem to be gone. */
  isAllResults?: true;
  /** What the runner wrote for programs; nothing where it wrote nothing. */
  readReport(run: { output: string; startedAt: number }): Promise<ParsedTests | undefined>;
}

/** What a plan is made from. */
export interface PlanOptions {
  recognised: Recognised | undefined;
  /** A folder of ours, for this run alone. */
  folder: string;
  /** The environment of the run. */
  env: NodeJS.ProcessEnv;
  /** The tests of a second run. */
  only?: readonly ParsedFailure[];
}

/** Stands in a command for the file that a report is written to. */
const PLACEHOLDER = '{report}';

/**
 * Asks a runner for a report that is made for programs, in a folder of ours: nothing of the user's is changed. `only` names the tests of
 * a second run; where a runner cannot be told, it runs all of them.
 */
export async function planReport(tests: TestCommand, options: PlanOptions): Promise<ReportPlan> {
  const { framework, command, cwd } = tests;
  const { recognised, folder, only, env } = options;
  const file = join(folder, only ? 'again.report' : 'first.report');
  const fromFile = async <T>(parse: (text: string, cwd: string) => T) => {
    const text = (await readRegular(file, LARGEST_REPORT).catch(() => undefined))?.toString('utf8');
    return text === undefined ? undefined : parse(text, cwd);
  };
  const plain: ReportPlan = { command, env: {}, isSure: false, readReport: async () => undefined };
  if (mentions(command, PLACEHOLDER))
    return { ...plain, command: fillIn(command, PLACEHOLDER, file), isSure: true, readReport: () => fromFile(parseAnyReport) };
  const isKnown = recognised?.framework === framework && !recognised.hasReporter;
  const add = (...words: string[]) => append(command, [...(recognised?.extend ?? []), ...words]);
  const canAdd = isKnown && recognised.extend !== undefined;
  const pick = (flag: string) => (only ? [flag, patternOfNames(only)] : []);
  switch (framework) {
    case 'pytest':
      return {
        command,
        env: { PYTEST_ADDOPTS: pytestOptions(file, folder, only !== undefined, env) },
        isSure: isKnown,
        // Of several runs the last one leaves its report.
        readReport: async ({ output }) =>
          countPytestSessions(output) > 1 ? undefined : noteEarlyExit(await fromFile(parseJunitXml), output),
      };
    case 'node-test':
      return isKnown ? planNodeReport(tests, { recognised, file, env, ...(only ? { only } : {}) }) : plain;
    case 'vitest':
      if (!canAdd) return plain;
      return {
        command: add(
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
          ...pick('-t'),
          ...(only ? ['--coverage.enabled=false'] : []),
        ),
        env: {},
        isSure: true,
        readReport: async ({ output }) => {
          const parsed = await fromFile(parseJestJson);
          return parsed && addFromVitestText(parsed, output);
        },
      };
    case 'jest':
      if (!canAdd) return plain;
      return {
        command: add('--json', `--outputFile=${file}`, ...pick('-t'), ...(only ? ['--coverage=false'] : [])),
        env: {},
        isSure: true,
        readReport: () => fromFile(parseJestJson),
      };
    case 'mocha':
      if (!canAdd) return plain;
      return {
        command: add('--reporter', 'json', '--reporter-option', `output=${file}`, ...pick('--grep')),
        env: {},
        isSure: true,
        readReport: async ({ output }) => (await fromFile(parseMochaJson)) ?? parseMochaJson(output, cwd),
      };
    case 'go': {
      if (!isKnown) return plain;
      const module = /^module\s+(\S+)/m.exec((await readRegular(join(cwd, 'go.mod')).catch(() => '')).toString())?.[1];
      const places = { cwd, ...(module ? { module } : {}) };
      return {
        command: insertBehindTest(command, ['-json', ...(only ? ['-count=1', '-run', patternOfGo(only)] : [])]),
        env: {},
        isSure: true,
        isAllResults: true,
        readReport: async ({ output }) => parseGoJson(output, places) ?? parseGoText(output, places),
      };
    }
    case 'cargo': {
      if (!isKnown) return plain;
      // Else it stops at the first target that fails.
      const whole = mentions(command, '--no-fail-fast') ? command : insertBehindTest(command, ['--no-fail-fast']);
      const names = only && namesForCargo(only);
      const dashes = mentions(command, ' -- ') || (typeof command !== 'string' && command.includes('--')) ? [] : ['--'];
      return {
        ...plain,
        isSure: true,
        isAllResults: true,
        command: names ? append(whole, [...dashes, '--exact', ...names]) : whole,
      };
    }
    case 'junit':
      return {
        ...plain,
        // Where a test ends its process, or all tests are gone, Gradle calls it a success and removes the reports.
        owesReport: hasRunTests,
        readReport: ({ output, startedAt }) => readBuildReports(cwd, startedAt, output),
      };
    case 'tap':
      return { ...plain, isSure: true, isAllResults: true };
    default:
      return recognised?.ends ? { ...plain, ends: recognised.ends } : plain;
  }
}

/** A report whose kind nobody named. */
function parseAnyReport(text: string, cwd: string): ParsedTests | undefined {
  return (
    parseJunitXml(text, cwd) ??
    parseJestJson(text, cwd) ??
    parseMochaJson(text, cwd) ??
    parseTap(text, cwd) ??
    parseGoJson(text, { cwd })
  );
}

/** Reaches pytest through any wrapper. Its cache is ours, so that the second run knows what failed in the first. */
function pytestOptions(file: string, folder: string, isAgain: boolean, env: NodeJS.ProcessEnv): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;
  return [
    env.PYTEST_ADDOPTS,
    quoted(`--junitxml=${file}`),
    // The only family that names files.
    '-o junit_family=xunit1',
    `-o ${quoted(`cache_dir=${join(folder, 'pytest')}`)}`,
    isAgain ? '--last-failed --last-failed-no-failures=none' : undefined,
  ]
    .filter(Boolean)
    .join(' ');
}

/** `pytest.exit` ends a run in the middle with any code; its report says nothing of that, and takes the test for passed. */
function noteEarlyExit(parsed: ParsedTests | undefined, output: string): ParsedTests | undefined {
  const reason = /^!+ _pytest\.outcomes\.Exit: (.{0,500}?) !+$/m.exec(output)?.[1];
  if (parsed && reason !== undefined) addError(parsed, { names: ['pytest.exit'], message: `The run was ended early: ${reason}` });
  return parsed;
}

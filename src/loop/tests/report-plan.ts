import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestCommand, TestFailure } from '../test-run.ts';
import { readBuildReports } from './build-reports.ts';
import type { ParsedTests } from './parsed-tests.ts';
import { parseGoJson, parseGoText } from './parsers/go.ts';
import { parseJestJson } from './parsers/jest-json.ts';
import { parseJunitXml } from './parsers/junit-xml.ts';
import { parseMochaJson } from './parsers/mocha-json.ts';
import { parseTap } from './parsers/tap.ts';
import { quoteWord, type Recognised } from './recognise.ts';

/** How a command is run so that its results can be read. */
export interface ReportPlan {
  command: string | readonly string[];
  env: NodeJS.ProcessEnv;
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
  only?: readonly TestFailure[];
}

/** Stands in a command for the file that a report is written to. */
const PLACEHOLDER = '{report}';

/**
 * Asks a runner for a report that is made for programs, in a folder of ours: nothing of the user's is changed. `only` names the tests of
 * a second run; where a runner cannot be told, it runs all of them.
 */
export function planReport({ framework, command, cwd }: TestCommand, { recognised, folder, only, env }: PlanOptions): ReportPlan {
  const file = join(folder, only ? 'again.report' : 'first.report');
  const fromFile = (parse: (text: string, cwd: string) => ParsedTests | undefined) => async () => {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    return text === undefined ? undefined : parse(text, cwd);
  };
  const plain: ReportPlan = { command, env: {}, readReport: async () => undefined };
  if (mentions(command, PLACEHOLDER)) return { ...plain, command: fillIn(command, file), readReport: fromFile(parseAnyReport) };
  const add = (...words: string[]) => (recognised?.extend ? append(command, [...recognised.extend, ...words]) : command);
  const canAdd = recognised?.extend !== undefined && !recognised.hasReporter;
  switch (framework) {
    case 'pytest':
      return {
        command,
        env: { PYTEST_ADDOPTS: pytestOptions(file, folder, only !== undefined, env) },
        readReport: fromFile(parseJunitXml),
      };
    case 'node-test':
      if (recognised?.hasReporter) return plain;
      return { command, env: { NODE_OPTIONS: nodeOptions(file, env) }, readReport: fromFile(parseTap) };
    case 'vitest':
      if (!canAdd) return plain;
      return {
        command: add('--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...pick('-t', only)),
        env: {},
        readReport: fromFile(parseJestJson),
      };
    case 'jest':
      if (!canAdd) return plain;
      return {
        command: add('--json', `--outputFile=${file}`, ...pick('-t', only)),
        env: {},
        readReport: fromFile(parseJestJson),
      };
    case 'mocha':
      if (!canAdd) return plain;
      return {
        command: add('--reporter', 'json', '--reporter-option', `output=${file}`, ...pick('--grep', only)),
        env: {},
        readReport: async (run) => (await fromFile(parseMochaJson)()) ?? parseMochaJson(run.output, cwd),
      };
    case 'go':
      if (!recognised || recognised.hasReporter) return plain;
      return {
        command: insertBehindTest(command, ['-json', ...(only ? ['-count=1', '-run', goPattern(only)] : [])]),
        env: {},
        readReport: async ({ output }) => parseGoJson(output) ?? parseGoText(output),
      };
    case 'cargo':
      // Else it stops at the first target that fails.
      return recognised && !mentions(command, '--no-fail-fast')
        ? { ...plain, command: insertBehindTest(command, ['--no-fail-fast']) }
        : plain;
    case 'junit':
      return { ...plain, readReport: ({ startedAt }) => readBuildReports(cwd, startedAt) };
    default:
      return plain;
  }
}

/** A report whose kind nobody named. */
function parseAnyReport(text: string, cwd: string): ParsedTests | undefined {
  return (
    parseJunitXml(text, cwd) ?? parseJestJson(text, cwd) ?? parseMochaJson(text, cwd) ?? parseTap(text, cwd) ?? parseGoJson(text)
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

/** What people read stays on stdout; a second reporter writes what programs read. */
function nodeOptions(file: string, env: NodeJS.ProcessEnv): string {
  const quoted = /["\\\s]/.test(file) ? `"${file.replace(/["\\]/g, '\\$&')}"` : file;
  return [
    env.NODE_OPTIONS,
    '--test-reporter=spec --test-reporter-destination=stdout',
    `--test-reporter=tap --test-reporter-destination=${quoted}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The full names of tests, suites first, joined as jest, vitest and mocha do. */
function pick(flag: string, only: readonly TestFailure[] | undefined): string[] {
  if (!only) return [];
  const names = only.map(({ id, file }) => (file !== undefined && id.startsWith(`${file} > `) ? id.slice(file.length + 3) : id));
  return [flag, `^(?:${names.map((name) => name.split(' > ').map(escapePattern).join(' ')).join('|')})$`];
}

function goPattern(only: readonly TestFailure[]): string {
  const tops = only.map(({ id, file }) => id.split(' > ')[file === undefined ? 1 : 2] ?? '');
  return `^(?:${[...new Set(tops)].map(escapePattern).join('|')})$`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function append(command: string | readonly string[], words: readonly string[]): string | string[] {
  return typeof command === 'string' ? [command, ...words.map(quoteWord)].join(' ') : [...command, ...words];
}

/** Options of `go test` and `cargo test` stand before packages and dashes. */
function insertBehindTest(command: string | readonly string[], words: readonly string[]): string | string[] {
  if (typeof command === 'string')
    return command.replace(/\b(go|cargo)(\s+)test\b/, (whole) => [whole, ...words.map(quoteWord)].join(' '));
  const at = command.indexOf('test') + 1;
  return [...command.slice(0, at), ...words, ...command.slice(at)];
}

function mentions(command: string | readonly string[], text: string): boolean {
  return typeof command === 'string' ? command.includes(text) : command.some((word) => word.includes(text));
}

function fillIn(command: string | readonly string[], file: string): string | string[] {
  return typeof command === 'string'
    ? command.replaceAll(PLACEHOLDER, quoteWord(file))
    : command.map((word) => word.replaceAll(PLACEHOLDER, file));
}

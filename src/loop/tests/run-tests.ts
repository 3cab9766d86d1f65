import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readGoOutput } from '../../programs/go/go-json.ts';
import {
  addUpTests,
  type ParsedFailure,
  type ParsedTests,
  type TestFailure,
} from '../../programs/test-reports/parsed-tests.ts';
import type { TestCommand, TestFramework, TestParser } from '../../programs/test-runner.ts';
import { testRunners } from '../../programs/test-runners.ts';
import { createRedactor, type Redactor } from '../../redaction/redact.ts';
import { isInside, readTextFile, splitLines } from '../../shared/files.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type ProgramEnd, runProgram } from '../run-program.ts';
import type { TestRun, TestRunOptions } from '../test-run.ts';
import { type FinishedRun, guessReason, judgeRun } from './judge-run.ts';
import { recogniseRunner } from './recognise.ts';
import { planReport } from './report-plan.ts';
import { tellFlaky } from './tell-flaky.ts';

/** More failures than this are not a matter of chance, and are not run again. */
const MOST_AGAIN = 50;

/** The upper bound of output read if results are spread over all of it: the output of go for ten thousand tests. */
const MOST_RESULTS = 32 * 1024 * 1024;

/** The length of the output that is passed on: its end, where the results are. */
const TAIL = 20_000;

/** The upper bound of failures whose code is read. */
const MOST_SHOWN = 20;

/** The upper bound of a message; a longer one is a diff of whole objects. */
const MOST_MESSAGE = 4_000;

/**
 * Runs the tests of a project, and the failed ones once more. Results are read from the report of the runner, else from its
 * output; otherwise only the exit code is known. Tests have passed only if the exit code and all results agree.
 */
export async function runTests(command: TestCommand, options: TestRunOptions = {}): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'hardwon-tests-'));
  try {
    const redactor = createRedactor();
    // Runners name files by their real path, whichever path led to the folder.
    const tests = { ...command, cwd: await realpath(command.cwd).catch(() => command.cwd) };
    const first = await runOnce(tests, options, folder);
    const run = await describe(first, tests, redactor);
    if (options.rerunFailed === false || !isDoubtful(first, run) || options.signal?.aborted) return run;
    const again = await runOnce(tests, options, folder, first.parsed?.failures ?? []);
    return tellFlaky({ ...first, run }, { ...again, run: await describe(again, tests, redactor) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a second run can reveal more: some tests failed and all of them are known, or only the exit code is known. */
function isDoubtful({ parsed }: FinishedRun, { outcome, failed }: TestRun): boolean {
  if (outcome !== 'failed') return false;
  return parsed === undefined || (failed > 0 && failed <= MOST_AGAIN && failed === parsed.failures.length);
}

async function runOnce(
  command: TestCommand,
  { env: given = process.env, signal, onOutput, onStart }: TestRunOptions,
  folder: string,
  only?: readonly ParsedFailure[],
): Promise<FinishedRun> {
  const { FORCE_COLOR: _, ...inherited } = given;
  // Prevents watching, prompts, new snapshots and colours.
  const env = { CI: 'true', ...inherited, NO_COLOR: '1' };
  const recognised = await recogniseRunner(command.command, command.cwd);
  const plan = await planReport(command, { recognised, folder, env, only: only && only.length > 0 ? only : undefined });
  const startedAt = Date.now();
  const end = await runProgram(plan.command, {
    cwd: command.cwd,
    env: { ...env, ...plan.env },
    timeoutMs: command.timeoutMs,
    mostKept: plan.isAllResults ? MOST_RESULTS : undefined,
    signal,
    onOutput: onOutput ? (text) => onOutput(text) : undefined,
    onStart,
  });
  const breaksOff = plan.ends !== undefined && !plan.ends.test(stripControls(end.output));
  if (end.how !== 'exited') return { end, parsed: undefined, isSure: plan.isSure || breaksOff };
  const own =
    (await plan.readReport({ output: end.output, startedAt })) ??
    parseOutput(command.framework, end.output, command.cwd);
  const isSure = plan.isSure || breaksOff || (plan.owesReport?.(end.output) ?? false);
  // If the run did not reach its own runner, the output of the script before that may say why, but never that the tests passed.
  const parsed = own ?? (end.code === 0 && isSure ? undefined : parseAnyOutput(end.output, command.cwd));
  return { end, parsed, isSure };
}

async function describe(finished: FinishedRun, { framework, cwd }: TestCommand, redactor: Redactor): Promise<TestRun> {
  const { end, parsed } = finished;
  const printed = framework === 'go' ? readGoOutput(end.output) : end.output;
  const output = (await redactor.redactOne(stripControls(printed.slice(-TAIL * 4)))).slice(-TAIL);
  const outcome = judgeRun(finished, output);
  const known = parsed ? [...parsed.failures, ...parsed.errors] : [];
  const told =
    known.length > 0 || outcome === 'passed' || outcome === 'no-tests'
      ? known
      : [guessReason(finished, outcome, output)];
  const messages = await redactor.redact(told.map(({ message }) => withoutFolder(message, cwd)));
  const codes = await redactor.redact(
    await Promise.all(told.slice(0, MOST_SHOWN).map(async (test) => (await readTestCode(test, cwd)) ?? '')),
  );
  return {
    framework,
    outcome,
    passed: parsed?.passed ?? 0,
    failed: parsed?.failed ?? 0,
    skipped: parsed?.skipped ?? 0,
    failures: told.map(({ id, file, line }, index) => ({
      id,
      file,
      line,
      message: cut(messages[index] ?? ''),
      code: codes[index] ? stripControls(codes[index]) : undefined,
    })),
    flaky: [],
    ...exitOf(end),
    durationMs: end.durationMs,
    output,
    parsed: parsed !== undefined,
  };
}

/** Returns the exit code that a shell reports for a program that it cannot start; otherwise that of the program. */
function exitOf({ how, code }: ProgramEnd): Pick<TestRun, 'exitCode'> {
  const exitCode = how === 'missing' ? 127 : how === 'refused' ? 126 : code;
  return exitCode === undefined ? {} : { exitCode };
}

function cut(message: string): string {
  return message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE)}…` : message;
}

/** Removes the folder from a message: a run can take place in a scratch checkout, whose path means nothing to anybody. */
function withoutFolder(message: string, cwd: string): string {
  return cwd.length > 3 ? message.replaceAll(`${pathToFileURL(cwd)}/`, '').replaceAll(cwd + sep, '') : message;
}

/** Returns the test results in the output of a known runner. */
export function parseOutput(framework: TestFramework, output: string, cwd: string): ParsedTests | undefined {
  const parsers =
    framework === 'exit-code' ? undefined : testRunners.find((runner) => runner.framework === framework)?.parsers;
  return parsers ? parseFirst(parsers, stripControls(output), cwd) : parseAnyOutput(output, cwd);
}

/**
 * Returns the test results in an output of unknown origin: a command such as `make test` hides which runner it starts, and may
 * start several. The output is searched for the messages of each runner, and the results are added up.
 */
function parseAnyOutput(output: string, cwd: string): ParsedTests | undefined {
  // Done once for all runners, because it takes longest.
  const plain = stripControls(output);
  // TAP output that Node's parser reads must not be counted again by another parser.
  const own = testRunners.filter(({ isShared }) => !isShared);
  const parts = own.flatMap(({ parsers = [] }) => parseFirst(parsers, plain, cwd) ?? []);
  return parts.length > 1 ? addUpTests(parts) : parts[0];
}

function parseFirst(parsers: readonly TestParser[], output: string, cwd: string): ParsedTests | undefined {
  for (const parse of parsers) {
    const parsed = parse(output, cwd);
    if (parsed) return parsed;
  }
  return undefined;
}

/** The upper bound of lines shown. A longer test shows what it asserts in its first lines, or not here. */
const MOST_LINES = 40;
const MOST_LETTERS = 2_000;

/** Test files are kilobytes in size; a larger file was generated. */
const LARGEST = 1024 * 1024;

/** Reads the code of a failed test from the line that its runner names, which is the line of the test or of the failure in it. */
export async function readTestCode(
  { file, line }: Pick<TestFailure, 'file' | 'line'>,
  cwd: string,
): Promise<string | undefined> {
  if (file === undefined || line === undefined) return undefined;
  try {
    const path = await realpath(resolve(cwd, file));
    if (!isInside(path, cwd) || (await stat(path)).size > LARGEST) return undefined;
    const lines = splitLines((await readTextFile(path))?.text ?? '').slice(line - 1, line - 1 + MOST_LINES);
    return lines.slice(0, countBlock(lines)).join('').trimEnd().slice(0, MOST_LETTERS) || undefined;
  } catch {
    // The code only adds detail to a failure that is known without it.
    return undefined;
  }
}

/**
 * Counts the lines up to one that is not indented further than the first: another test begins there, or the enclosing block ends.
 */
function countBlock(lines: readonly string[]): number {
  const margin = indentOf(lines[0] ?? '');
  const isEnd = (line: string) => indentOf(line) < margin || (indentOf(line) === margin && !/^\s*[)\]}]/.test(line));
  const end = lines.findIndex((line, index) => index > 0 && line.trim() !== '' && isEnd(line));
  return end < 0 ? lines.length : end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

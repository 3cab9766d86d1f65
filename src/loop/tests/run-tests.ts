import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findShellCause } from '../../failures/cause/find-cause.ts';
import { createRedactor, type Redactor } from '../../redaction/redact.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type ProgramEnd, runProgram } from '../run-program.ts';
import type { TestCommand, TestFailure, TestRun, TestRunOptions } from '../test-run.ts';
import { parseOutput } from './parse-output.ts';
import type { ParsedTests } from './parsed-tests.ts';
import { readGoOutput } from './parsers/go.ts';
import { recogniseRunner } from './recognise.ts';
import { planReport } from './report-plan.ts';

/** More failures than this are no matter of luck, and are not run again. */
const MOST_AGAIN = 50;

/** How much of the output is handed on: its end, where the results are. */
const TAIL = 20_000;

/** How much of a message is: more is a diff of whole objects. */
const MOST_MESSAGE = 4_000;

/**
 * Runs the tests of a project, and those that failed once more. Results are read from the report of the runner, else from what it prints,
 * else only the exit code is known. Tests have passed only where the exit code and everything that was read say so.
 */
export async function runTests(command: TestCommand, options: TestRunOptions = {}): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'hardwon-tests-'));
  try {
    const redactor = createRedactor();
    const first = await runOnce(command, options, folder);
    const run = await describe(first, command, redactor);
    const isDoubtful = run.outcome === 'failed' && run.failures.length <= MOST_AGAIN && run.failed === run.failures.length;
    if (options.rerunFailed === false || !isDoubtful || options.signal?.aborted) return run;
    const again = await describe(await runOnce(command, options, folder, first.parsed?.failures ?? []), command, redactor);
    return tellFlaky(run, again);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface FinishedRun {
  end: ProgramEnd;
  parsed: ParsedTests | undefined;
}

async function runOnce(
  command: TestCommand,
  { env: given = process.env, signal, onOutput }: TestRunOptions,
  folder: string,
  only?: readonly TestFailure[],
): Promise<FinishedRun> {
  const { FORCE_COLOR: _, ...inherited } = given;
  // No watching, no questions, no new snapshots, no colours.
  const env = { CI: 'true', ...inherited, NO_COLOR: '1' };
  const recognised = await recogniseRunner(command.command, command.cwd);
  const plan = planReport(command, { recognised, folder, env, ...(only && only.length > 0 ? { only } : {}) });
  const startedAt = Date.now();
  const end = await runProgram(plan.command, {
    cwd: command.cwd,
    env: { ...env, ...plan.env },
    timeoutMs: command.timeoutMs,
    ...(signal ? { signal } : {}),
    ...(onOutput ? { onOutput: (text) => onOutput(text) } : {}),
  });
  if (end.how !== 'exited') return { end, parsed: undefined };
  const parsed =
    (await plan.readReport({ output: end.output, startedAt })) ?? parseOutput(command.framework, end.output, command.cwd);
  return { end, parsed };
}

async function describe({ end, parsed }: FinishedRun, { framework }: TestCommand, redactor: Redactor): Promise<TestRun> {
  const printed = framework === 'go' ? readGoOutput(end.output) : end.output;
  const output = (await redactor.redactOne(stripControls(printed.slice(-TAIL * 4)))).slice(-TAIL);
  const outcome = judge(end, parsed, output);
  const known = parsed ? [...parsed.failures, ...parsed.errors] : [];
  const told = known.length > 0 || outcome === 'passed' || outcome === 'no-tests' ? known : [guess(end, outcome, output)];
  const messages = await redactor.redact(told.map(({ message }) => message));
  return {
    framework,
    outcome,
    passed: parsed?.passed ?? 0,
    failed: parsed?.failed ?? 0,
    skipped: parsed?.skipped ?? 0,
    failures: told.map((failure, index) => ({ ...failure, message: cut(messages[index] ?? '') })),
    flaky: [],
    ...(end.code === undefined ? {} : { exitCode: end.code }),
    durationMs: end.durationMs,
    output,
    parsed: parsed !== undefined,
  };
}

function cut(message: string): string {
  return message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE)}…` : message;
}

function judge({ how, code }: ProgramEnd, parsed: ParsedTests | undefined, output: string): TestRun['outcome'] {
  if (how === 'timed-out') return 'timed-out';
  if (how !== 'exited' || code === undefined) return 'errored';
  // Of a command that says nothing of its tests, only the end is known.
  if (!parsed) return code === 0 ? 'passed' : isBroken(code, output) ? 'errored' : 'failed';
  const { passed, failed, errors } = parsed;
  if (failed > 0) return 'failed';
  if (errors.length > 0) return passed > 0 ? 'failed' : 'errored';
  if (passed === 0) return code === 0 || NONE_FOUND.test(output) || code === 5 ? 'no-tests' : 'errored';
  // All passed, and yet it says no: a hook at the end, coverage below its limit.
  return code === 0 ? 'passed' : 'errored';
}

const NONE_FOUND =
  /no tests? (?:files? )?(?:found|ran)|no test files found|0 tests? (?:found|collected|executed)|collected 0 items/i;

/** The command itself could not do its work: it is missing, or a module that it needs is. */
function isBroken(code: number, output: string): boolean {
  if (code === 126 || code === 127) return true;
  const kind = findShellCause(output)?.rule.kind;
  return kind !== undefined && BROKEN.has(kind);
}

const BROKEN: ReadonlySet<string> = new Set([
  'command-not-found',
  'module-missing',
  'script-missing',
  'build-failed',
  'wrong-cwd',
  'bad-flag',
]);

/** What is known where no test is: the line that says why, else the end of the output. */
function guess({ how }: ProgramEnd, outcome: TestRun['outcome'], output: string): TestFailure {
  const cause = findShellCause(output);
  const end = output.trimEnd().split('\n').slice(-20).join('\n');
  const why = outcome === 'timed-out' ? 'It took longer than it may.\n' : how === 'stopped' ? 'It was stopped.\n' : '';
  return { id: 'the test command', message: why + (cause && !why ? cause.line : end) };
}

/** What passed the second time was flaky. A second run that proves nothing changes nothing. */
function tellFlaky(first: TestRun, again: TestRun): TestRun {
  if (again.outcome !== 'passed' && again.outcome !== 'failed') return first;
  const stillFailing = new Set(again.failures.map(({ id }) => id));
  const flaky = first.failures.filter(({ id }) => !stillFailing.has(id)).map(({ id }) => id);
  if (flaky.length === 0 || (first.parsed && again.passed < flaky.length)) return first;
  const failures = first.failures.filter(({ id }) => stillFailing.has(id));
  const isClean = failures.length === 0 && again.outcome === 'passed';
  if (failures.length === 0 && !isClean) return first;
  return {
    ...first,
    outcome: isClean ? 'passed' : 'failed',
    passed: first.passed + (first.parsed ? flaky.length : 0),
    failed: Math.max(0, first.failed - flaky.length),
    failures,
    flaky,
    durationMs: first.durationMs + again.durationMs,
  };
}

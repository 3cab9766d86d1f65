import { findShellCause } from '../../failures/cause/find-cause.ts';
import { hasRunTests, hasSucceeded } from '../../programs/java/gradle-tasks.ts';
import type { ParsedTests, TestFailure } from '../../programs/test-reports/parsed-tests.ts';
import type { ProgramEnd } from '../run-program.ts';
import type { TestRun } from '../test-run.ts';

/** A finished run of tests, with the results read from it. */
export interface FinishedRun {
  end: ProgramEnd;
  /** The test results; undefined if it reports none. */
  parsed: ParsedTests | undefined;
  /** Whether a run that finishes is certain to report test results. */
  isSure: boolean;
}

/** Returns the outcome of a run. Tests have passed only if the exit code and all results agree. */
export function judgeRun({ end: { how, code }, parsed, isSure }: FinishedRun, output: string): TestRun['outcome'] {
  if (how === 'timed-out') return 'timed-out';
  if (how !== 'exited' || code === undefined) return 'errored';
  if (!parsed) return judgeByCode(code, isSure, output);
  const { passed, failed, errors } = parsed;
  if (failed > 0) return 'failed';
  if (errors.length > 0) return passed > 0 ? 'failed' : 'errored';
  if (passed === 0) return code === 0 || NONE_FOUND.test(output) || code === 5 ? 'no-tests' : 'errored';
  // All tests passed, but the exit code is not 0: a hook at the end, coverage below its threshold.
  return code === 0 ? 'passed' : 'errored';
}

/**
 * Judges a run without test results, by its exit code alone. A runner that reports nothing broke off, so it has not
 * passed.
 */
function judgeByCode(code: number, isSure: boolean, output: string): TestRun['outcome'] {
  if (NONE_FOUND.test(output) || (NONE_IN_SOME.test(output) && !/^Passed! /m.test(output))) return 'no-tests';
  if (code === 0 && hasBuiltOnly(output)) return 'no-tests';
  if (code === 0) return isSure ? 'errored' : 'passed';
  return isSure || isBroken(code, output) ? 'errored' : 'failed';
}

/** Messages of runners that had nothing to run; many of them exit with 0. */
const NONE_FOUND = new RegExp(
  [
    'No tests? (?:files? )?(?:found|ran)\\b',
    '(?:Error: )?No test files found\\b',
    'error: No test modules found',
    'No tests were found!!!$',
    'No tests executed!$',
    'NO TESTS RAN$',
    'Ran 0 tests in ',
    '0 examples, 0 failures',
    'collected 0 items$',
    '\\[INFO\\] (?:No tests to run|Tests are skipped)\\.$',
    '(?:> Task )?:\\S*[tT]est NO-SOURCE$',
    'go: warning: "[^"\\n]{1,200}" matched no packages$',
    'no packages to test$',
  ]
    .map((words) => `^\\s{0,4}${words}`)
    .join('|'),
  'im',
);

/** Whether Maven or Gradle only built: on success they list what they did, and skipped tests are not in that list. */
function hasBuiltOnly(output: string): boolean {
  if (/^\[INFO\] BUILD SUCCESS\b/m.test(output)) return !/\bTests run: \d/.test(output);
  return hasSucceeded(output) && !hasRunTests(output);
}

/** The message of dotnet for each project without tests. */
const NONE_IN_SOME = /^No test is available in /m;

/** Whether the command itself could not do its work: it is missing, or a module that it needs is. */
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

/**
 * Returns the reason of a run without a known test failure: how it ended, and the lines that say why, else the end of the output.
 */
export function guessReason(finished: FinishedRun, outcome: TestRun['outcome'], output: string): TestFailure {
  const how = describeEnd(finished, outcome);
  const said = findReason(finished, outcome, output) ?? output.trimEnd().split('\n').slice(-20).join('\n');
  return { id: 'the test command', message: how === undefined ? said : `${how}\n${said}` };
}

function describeEnd({ end: { how, code }, parsed }: FinishedRun, outcome: TestRun['outcome']): string | undefined {
  if (outcome === 'timed-out') return 'It took longer than allowed.';
  if (how === 'stopped') return 'It was stopped.';
  if (how !== 'exited') return undefined;
  if (code === undefined) return 'A signal ended it.';
  if (!parsed)
    return code === 0
      ? 'It exited with 0 before it reported any results. If that is intended, set `tests.framework: exit-code`.'
      : undefined;
  return parsed.passed > 0 ? `All tests passed, yet it exited with ${code}.` : undefined;
}

function findReason({ parsed }: FinishedRun, outcome: TestRun['outcome'], output: string): string | undefined {
  if (outcome === 'timed-out') return undefined;
  const lines = output.split('\n');
  const missed = /\bcoverage\b.{0,120}\b(?:threshold|fail-under|less than|not met)\b/i;
  // Maven says first what is wrong, and then how to ask for more. Gradle says only at the end that something is wrong; the
  // compiler says before that what it is.
  const broken = /^\[ERROR\] \S|\.(?:java|groovy|scala):\d{1,7}: error: |^e: \S/;
  const marked = lines.filter((line) => (parsed ? missed : broken).test(line.slice(0, 500)));
  if (marked.length > 0) return marked.slice(0, 8).join('\n');
  const wrong = lines.indexOf('* What went wrong:') + 1;
  if (!parsed && wrong > 0) {
    const next = lines.findIndex((line, at) => at >= wrong && line.startsWith('* '));
    return lines
      .slice(wrong, Math.min(wrong + 8, next < 0 ? lines.length : next))
      .join('\n')
      .trim();
  }
  return outcome === 'errored' && !parsed ? findShellCause(output)?.line : undefined;
}

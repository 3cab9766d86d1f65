import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '../../shared/files.ts';
import { stripControls } from '../../shared/terminal.ts';

/** A test that failed. */
export interface TestFailure {
  /** `file > suite > name`, as much of it as is known; equal over runs. */
  id: string;
  /** Relative to the folder of the run. */
  file?: string;
  line?: number;
  /** Its error message, redacted and bounded. */
  message: string;
  /** The code from that line on, redacted and bounded. */
  code?: string;
}

/** A failed test, with what a runner must be told to run it again. */
export interface ParsedFailure extends TestFailure {
  /** Suites, outermost first, and the name of the test: as the runner wrote them. */
  names: readonly string[];
  /** Other tests that have to run for it to run, because they start it. */
  within?: readonly string[];
}

/** The results of tests in a report or an output. */
export interface ParsedTests {
  passed: number;
  /** Tests that ran and failed. */
  failed: number;
  skipped: number;
  /** The tests that failed. */
  failures: ParsedFailure[];
  /** Errors that kept tests from running: a file that cannot be loaded, code that does not compile. */
  errors: ParsedFailure[];
  /** The ids of those that passed; fewer than `passed` where only their number is known. */
  passes: Set<string>;
}

/** More of a message is never read. What is told of it is cut further, but only after secrets were taken out. */
const LONGEST_MESSAGE = 16_000;

/** More failures than this are counted, not told. */
const MOST_FAILURES = 200;

/** Nothing yet. */
export function noTests(): ParsedTests {
  return { passed: 0, failed: 0, skipped: 0, failures: [], errors: [], passes: new Set() };
}

/** Adds the results of several reports up. */
export function addUpTests(parts: readonly ParsedTests[]): ParsedTests {
  const whole = noTests();
  for (const part of parts) {
    whole.passed += part.passed;
    whole.failed += part.failed;
    whole.skipped += part.skipped;
    whole.failures.push(...part.failures);
    whole.errors.push(...part.errors);
    for (const id of part.passes) whole.passes.add(id);
  }
  return whole;
}

/** Where a test stands, and what it complained of. */
export interface FailureParts {
  /** The file of the test, where the runner names tests by it. */
  file?: string | undefined;
  line?: number | undefined;
  /** Where it failed, for runners that name tests without a file: no part of its id, which has to be equal over runs. */
  place?: { file: string; line: number } | undefined;
  /** Suites, outermost first, and the name of the test. */
  names: readonly string[];
  /** Other tests that have to run for it to run. */
  within?: readonly string[];
  message: string;
}

/** Adds a test that passed. */
export function addPass(parsed: ParsedTests, file: string | undefined, names: readonly string[]): void {
  parsed.passed += 1;
  parsed.passes.add(idOf(file, names));
}

/** The parts of a failure, or a function that finds them: it is not called for failures that are only counted. */
type Told = FailureParts | (() => FailureParts);

/** Adds a failed test. */
export function addFailure(parsed: ParsedTests, told: Told): void {
  parsed.failed += 1;
  if (parsed.failures.length < MOST_FAILURES) parsed.failures.push(makeFailure(read(told)));
}

/** Adds something that broke before its tests could run. */
export function addError(parsed: ParsedTests, told: Told): void {
  if (parsed.errors.length < MOST_FAILURES) parsed.errors.push(makeFailure(read(told)));
}

function read(told: Told): FailureParts {
  return typeof told === 'function' ? told() : told;
}

function makeFailure({ file, line, place, names, within, message }: FailureParts): ParsedFailure {
  const where = file ?? place?.file;
  const at = place?.line ?? line;
  return {
    id: idOf(file, names),
    file: where ? oneLine(where) : undefined,
    line: at !== undefined && Number.isSafeInteger(at) && at > 0 ? at : undefined,
    message: stripControls(message.slice(0, LONGEST_MESSAGE)).trim(),
    names,
    within: within && within.length > 0 ? within : undefined,
  };
}

/** How a test is named to people: `file > suite > name`. */
export function idOf(file: string | undefined, names: readonly string[]): string {
  let id = file ? oneLine(file) : '';
  for (const name of names) if (name !== '') id = id === '' ? oneLine(name) : `${id} > ${oneLine(name)}`;
  return id || 'a test without a name';
}

function oneLine(text: string): string {
  // Most names are: this is asked for every test of a run.
  if (!/[^!-~ ]| {2}|^ | $/.test(text)) return text;
  return stripControls(text).replace(/\s+/g, ' ').trim();
}

/** A file as seen from the folder of the run, with forward slashes; those elsewhere keep their whole path. */
export function fileFrom(path: string | undefined, cwd: string): string | undefined {
  if (!path) return undefined;
  const plain = path.startsWith('file:') ? fromUrl(path) : path;
  const near = isAbsolute(plain) && isInside(plain, cwd) ? relative(cwd, plain) : plain;
  return sep === '\\' || /^[a-z]:\\/i.test(near) ? near.replaceAll('\\', '/') : near;
}

function fromUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}

/** The lines of an output as a person would see them. */
export function plainLines(output: string): string[] {
  const text = stripControls(output);
  return (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text).split('\n');
}

/** The line that a text names behind a file: `tests/test_x.py:12: AssertionError`, `at test/x.test.ts:4:42`. */
export function lineIn(text: string, file: string | undefined, which: 'first' | 'last' = 'first'): number | undefined {
  if (file === undefined) return undefined;
  const at = which === 'first' ? text.indexOf(`${file}:`) : text.lastIndexOf(`${file}:`);
  const digits = at < 0 ? undefined : /^\d{1,7}/.exec(text.slice(at + file.length + 1, at + file.length + 9))?.[0];
  return digits === undefined ? undefined : Number(digits);
}

import { JEST_NOT_RUN } from '../test-reports/jest-json.ts';
import { addError, addFailure, lineIn, noTests, type ParsedTests, plainLines } from '../test-reports/parsed-tests.ts';

/** Parses the output of Vitest for people: ` FAIL  file > suite > name`, then why and where. */
export function parseVitestText(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const isNone = lines.some((line) => /^\s*No test files found, exiting with code \d$/.test(line));
  const totals = lines.findLast((line) => /^ {6}Tests {2}(?:\d|no tests| \()/.test(line));
  const hasFiles = lines.some((line) => /^ Test Files {2}(?:\d| \()/.test(line));
  if (!isNone && (totals === undefined || !hasFiles)) return undefined;
  const parsed = noTests();
  const count = (name: string) => Number(new RegExp(`(\\d{1,7}) ${name}`).exec(totals ?? '')?.[1] ?? 0);
  parsed.passed = count('passed');
  parsed.skipped = count('skipped') + count('todo');
  for (const { title, body, kind } of sections(lines)) {
    const broken = brokenFile(title);
    const [file = '', ...names] = (broken ?? title).replace(/^\|[^|]+\| /, '').split(' > ');
    const parts = () => ({ file, line: lineIn(body.join('\n'), file), names, message: messageOf(body) });
    if (kind === 'unhandled') addError(parsed, () => ({ names: [title], message: messageOf(body) }));
    else if (broken !== undefined) addError(parsed, () => ({ file, names: [], message: messageOf(body) }));
    else if (kind === 'suite') addError(parsed, parts);
    else addFailure(parsed, parts);
  }
  parsed.failed = Math.max(parsed.failed, count('failed'));
  return parsed;
}

/**
 * Adds what the JSON report of vitest leaves out and its output has: how values differ, that a test took too long, why a suite gave up,
 * and errors that no test caught.
 */
export function addFromVitestText(parsed: ParsedTests, output: string): ParsedTests {
  const text = parseVitestText(output);
  if (!text) return parsed;
  const said = new Map([...text.failures, ...text.errors].map(({ id, message }) => [id, message]));
  for (const failure of [...parsed.failures, ...parsed.errors])
    failure.message = said.get(failure.id) || failure.message;
  const told = new Set(text.errors.filter(({ names }) => names.length > 0).map(({ file }) => file));
  parsed.errors = [
    ...parsed.errors.filter(({ file, message }) => message !== JEST_NOT_RUN || !told.has(file)),
    ...text.errors.filter(({ id, names }) => names.length > 0 && !parsed.errors.some((error) => error.id === id)),
  ];
  return parsed;
}

/** `test/lamp.test.ts [ test/lamp.test.ts ]`: a file that could not be loaded. */
function brokenFile(title: string): string | undefined {
  const at = title.indexOf(' [ ');
  return at > 0 && title.endsWith(' ]') ? title.slice(0, at).trimEnd() : undefined;
}

/** The text below a heading. */
interface Section {
  title: string;
  /** A suite fails by its hooks. */
  kind: 'test' | 'suite' | 'unhandled';
  body: string[];
}

/** More lines of what a failure says are never told. */
const MOST_LINES = 1_000;

/** Several failures with one error are told together: their headings follow each other, and what is below the last is of them all. */
function sections(lines: readonly string[]): Section[] {
  const found: Section[] = [];
  let body: string[] | undefined;
  let kind: Section['kind'] = 'test';
  let isHeading = false;
  const begin = (section: Omit<Section, 'body'>) => {
    if (!isHeading || !body) body = [];
    found.push({ ...section, body });
  };
  for (const line of lines) {
    const title = /^ FAIL {2}(.+)$/.exec(line)?.[1];
    const rule = /^⎯{3,} ?(?:(Failed Suites|Failed Tests|Unhandled (?:Rejection|Error|Exception)) )?/.exec(line);
    if (title !== undefined) begin({ title: title.trim(), kind });
    else if (rule || /^ Test Files {2}/.test(line)) {
      body = undefined;
      if (rule?.[1]?.startsWith('Failed')) kind = rule[1] === 'Failed Suites' ? 'suite' : 'test';
      if (rule?.[1]?.startsWith('Unhandled') && !rule[1].endsWith('s')) begin({ title: rule[1], kind: 'unhandled' });
    } else if (body && body.length < MOST_LINES) body.push(line);
    isHeading = title !== undefined;
  }
  return found;
}

/** Up to the place: what follows is an excerpt of the file. */
function messageOf(body: readonly string[]): string {
  const place = body.findIndex((line) => /^ ❯ /.test(line));
  return (place < 0 ? body : body.slice(0, place)).join('\n').trim();
}

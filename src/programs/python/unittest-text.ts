import { addError, addFailure, fileFrom, noTests, type ParsedTests, plainLines } from '../test-reports/parsed-tests.ts';

/** Parses the output of Python's unittest, and of Django's tests: `FAIL: test_oil (lamp.tests.LampTest.test_oil)`, and why. */
export function parseUnittestText(output: string, cwd: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const ran = lines.findLastIndex((line) => /^Ran \d{1,7} tests? in [\d.]+s$/.test(line));
  const result = lines.slice(ran + 1).find((line) => line.trim() !== '');
  const end = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.{1,200})\))?$/.exec(result ?? '');
  if (ran < 0 || !end) return undefined;
  const parsed = noTests();
  const count = (name: string) => Number(new RegExp(`(?:^|, )${name}=(\\d{1,7})`).exec(end[1] ?? '')?.[1] ?? 0);
  const failing = new Set<string>();
  for (const { kind, title, body } of sections(lines.slice(0, ran))) {
    const { names, isTest } = readTitle(title);
    const parts = { names, message: messageOf(body), place: placeIn(body, cwd) };
    // What has no test is a class or module that could not be set up, or a file that could not be loaded.
    if (!isTest) addError(parsed, parts);
    else if (kind === 'UNEXPECTED SUCCESS')
      addFailure(parsed, { ...parts, message: 'It passed, and was expected to fail.' });
    else addFailure(parsed, parts);
    if (isTest) failing.add(names.slice(0, 2).join(' > '));
  }
  parsed.skipped = count('skipped') + count('expected failures');
  const broken = parsed.errors.filter(({ names }) => names[0] === 'unittest.loader._FailedTest').length;
  const total = Number(/\d+/.exec(lines[ran] ?? '')?.[0]);
  parsed.passed = Math.max(0, total - failing.size - broken - parsed.skipped);
  const told = count('failures') + count('errors') + count('unexpected successes');
  parsed.failed = Math.max(parsed.failed, told - parsed.errors.length);
  return parsed;
}

interface Section {
  kind: string;
  title: string;
  body: string[];
}

function sections(lines: readonly string[]): Section[] {
  const found: Section[] = [];
  for (const [at, line] of lines.entries()) {
    const heading = /^={70}$/.test(lines[at - 1] ?? '') ? /^(FAIL|ERROR|UNEXPECTED SUCCESS): (.+)$/.exec(line) : null;
    if (heading) found.push({ kind: heading[1] ?? '', title: heading[2] ?? '', body: [] });
    else if (!/^[=-]{70}$/.test(line)) found.at(-1)?.body.push(line);
  }
  return found;
}

/** `test_oil (lamp.LampTest.test_oil) (i=0)`; before Python 3.11 without the name behind the class. `setUpClass (lamp.LampTest)` is no test. */
function readTitle(title: string): { names: string[]; isTest: boolean } {
  const match = /^(\S+) \(([^()\s]{1,500})\)(?: (.*))?$/.exec(title);
  if (!match) return { names: [title], isTest: true };
  const [, name = '', path = '', sub] = match;
  const owner = path.endsWith(`.${name}`) ? path.slice(0, -name.length - 1) : path;
  const isTest = !/^(?:setUp|tearDown)(?:Class|Module)$/.test(name) && owner !== 'unittest.loader._FailedTest';
  return { names: [owner, name, ...(sub === undefined ? [] : [sub])], isTest };
}

/** From the error on: `AssertionError: 1 != 2`, which may have several lines. */
function messageOf(body: readonly string[]): string {
  const at = body.findLastIndex((line) => /^[A-Za-z_][\w.]{0,200}(?:: |$)/.test(line) && !/^Traceback/.test(line));
  const first = body.findIndex((line) =>
    /^[A-Za-z_][\w.]{0,200}(?:Error|Exception|Exit|Interrupt|Warning|Failed)\b(?:: |$)/.test(line),
  );
  const last = body.findLastIndex((line) => /^ {2}File "/.test(line));
  const from = first > last ? first : Math.max(at, last);
  return body.slice(Math.max(0, from)).join('\n').trim();
}

/** The last frame of the project. */
function placeIn(body: readonly string[], cwd: string): { file: string; line: number } | undefined {
  const frames = body.flatMap((line) => {
    const match = /^ {2}File "(.{1,500})", line (\d{1,7})/.exec(line);
    return match ? [{ path: match[1] ?? '', line: Number(match[2]) }] : [];
  });
  const own = frames.findLast(({ path }) => !/[\\/](?:unittest|site-packages)[\\/]/.test(path));
  return own && { file: fileFrom(own.path, cwd) ?? own.path, line: own.line };
}

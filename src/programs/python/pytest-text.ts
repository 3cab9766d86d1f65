import {
  addError,
  addFailure,
  addUpTests,
  noTests,
  type ParsedTests,
  plainLines,
} from '../test-reports/parsed-tests.ts';

const COUNT = '\\d{1,7} (?:subtests )?(?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun)';
const SUMMARY = new RegExp(`^=* ?(?:(${COUNT}(?:, ${COUNT})*)|no tests ran) in [\\d.]+s(?: \\([\\d:, days]+\\))? ?=*$`);

/**
 * Parses the output of pytest: the last line counts, the short summary names what failed, and the lines marked E say why. What several runs print
 * one after the other, as tox and nox start them, is added up.
 */
export function parsePytestText(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const sessions = splitSessions(lines);
  if (sessions.length < 2) return parseSession(lines);
  return addUpTests(sessions.flatMap((session) => parseSession(session) ?? []));
}

/** How many runs an output is of. */
export function countPytestSessions(output: string): number {
  return splitSessions(plainLines(output)).length;
}

/** The runs that follow each other. One that a test printed stands within another. */
function splitSessions(lines: readonly string[]): string[][] {
  const sessions: string[][] = [];
  let open = 0;
  let from = 0;
  for (const [at, line] of lines.entries()) {
    if (/^=+ test session starts =+$/.test(line)) {
      if (open === 0) from = at;
      open += 1;
    } else if (open > 0 && line.startsWith('==') && line.length < 500 && SUMMARY.test(line)) {
      open -= 1;
      if (open === 0) sessions.push(lines.slice(from, at + 1));
    }
  }
  return sessions;
}

function parseSession(lines: readonly string[]): ParsedTests | undefined {
  const last = lines.findLastIndex((line) => line.length < 500 && SUMMARY.test(line));
  if (last < 0) return undefined;
  const counts = readCounts(SUMMARY.exec(lines[last] ?? '')?.[1] ?? '');
  const parsed = noTests();
  parsed.passed = counts('passed') + counts('xpassed');
  parsed.skipped = counts('skipped') + counts('xfailed');
  const told = new Set<string>();
  const whys = readWhys(lines.slice(0, last));
  const from = lines.lastIndexOf(lines.findLast((line) => /^=+ short test summary info =+$/.test(line)) ?? '', last);
  for (const line of from < 0 ? [] : lines.slice(from + 1, last)) {
    const match = /^(?:FAILED|ERROR|SUBFAILED(?:\[[^\]]{0,200}\] ?)?(?:\([^)]{0,200}\))?) (.+)$/.exec(line);
    if (!match) continue;
    const { file, names, said } = readNode(match[1] ?? '');
    const message = whys.get(names.join('.')) ?? whys.get(file) ?? said;
    const parts = { file, names, message };
    // An error at setup is a test that failed; a file that cannot be loaded has no test.
    if (names.length === 0) addError(parsed, parts);
    else if (!told.has(`${file}::${names.join('::')}`)) addFailure(parsed, parts);
    // Subtests are told each by itself, and so is the end of a test that failed.
    told.add(`${file}::${names.join('::')}`);
  }
  if (parsed.failures.length === 0) parsed.failed = counts('failed');
  if (parsed.errors.length === 0 && parsed.failed === 0 && counts('error') > 0)
    addError(parsed, { names: ['pytest'], message: [...whys.values()].join('\n') });
  return parsed;
}

function readCounts(text: string): (name: string) => number {
  const counts = new Map(
    text.split(', ').map((part) => [(part.split(' ')[1] ?? '').replace(/s$/, ''), Number.parseInt(part, 10)]),
  );
  return (name) => counts.get(name) ?? 0;
}

/** `tests/test_x.py::TestZero::test_many[a - b] - AssertionError: …`: a parameter can hold the separator. */
function readNode(text: string): { file: string; names: string[]; said: string } {
  const open = text.indexOf('[');
  const close = text.indexOf('] - ', open);
  const dash = open >= 0 && open < text.indexOf(' - ') && close >= 0 ? close + 1 : text.indexOf(' - ');
  const node = dash < 0 ? text : text.slice(0, dash);
  const [file = '', ...names] = splitNode(node);
  return { file, names, said: dash < 0 ? '' : text.slice(dash + 3) };
}

function splitNode(node: string): string[] {
  const open = node.indexOf('[');
  const head = (open < 0 ? node : node.slice(0, open)).split('::');
  const tail = open < 0 ? '' : node.slice(open);
  return head.map((part, index) => (index === head.length - 1 ? part + tail : part));
}

/** The lines marked E of each section, by its heading: `TestZero.test_zero`, or the file that cannot be loaded. */
function readWhys(lines: readonly string[]): Map<string, string> {
  const whys = new Map<string, string[]>();
  let heading = '';
  for (const line of lines) {
    const title = /^_{3,} (?:ERROR (?:at (?:setup|teardown) of|collecting) )?(.{1,300}?) _{3,}$/.exec(line);
    if (title) heading = title[1] ?? '';
    else if (heading !== '' && /^E(?: |$)/.test(line)) {
      const said = whys.get(heading) ?? [];
      said.push(line.replace(/^E {0,7}/, ''));
      whys.set(heading, said);
    }
  }
  return new Map([...whys].map(([name, said]) => [name, said.join('\n')]));
}

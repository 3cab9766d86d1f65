import { addError, addFailure, fileFrom, noTests, type ParsedTests, plainLines } from '../parsed-tests.ts';

/** The tests of a TAP stream, with the subtests and the YAML of Node. Suites are not counted, their tests are. Nothing where it is none. */
export function parseTap(output: string, cwd: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const parsed = noTests();
  const stream = readStream(lines, parsed);
  if (!stream.isTap) return undefined;
  for (const point of stream.roots) count(parsed, point, [], cwd);
  const points = stream.roots.length;
  if (stream.planned === undefined || points < stream.planned)
    addError(parsed, {
      names: ['plan'],
      message: `${stream.planned === undefined ? 'There is no plan' : `The plan says ${stream.planned}`}, and ${points} came: the run broke off.`,
    });
  return parsed;
}

interface Point {
  isOk: boolean;
  name: string;
  directive: 'skip' | 'todo' | undefined;
  children: Point[];
  facts: Map<string, string>;
  /** What was printed before it. */
  comments: string[];
}

interface Stream {
  isTap: boolean;
  planned: number | undefined;
  roots: Point[];
}

const POINT = /^(\s*)(not )?ok\b(?: (\d+))?(?: -)? ?(.*)$/;
/** More text than this before a test is not kept: its end is. */
const MOST_COMMENTS = 60;

function readStream(lines: readonly string[], parsed: ParsedTests): Stream {
  const levels: Point[][] = [];
  const stream: Stream = { isTap: false, planned: undefined, roots: [] };
  let comments: string[] = [];
  let last: { point: Point; indent: string } | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^TAP version 1[234]$/.test(line)) stream.isTap = true;
    const bail = /^Bail out!\s*(.*)$/.exec(line);
    if (bail) addError(parsed, { names: ['Bail out!'], message: bail[1] || 'The run was given up.' });
    if (/^\s*---$/.test(line) && last) {
      at = readFacts(lines, at, last);
      last = undefined;
      continue;
    }
    if (line.startsWith('# ') && !/^# Subtest: /.test(line)) comments = [...comments.slice(-MOST_COMMENTS), line.slice(2)];
    const plan = /^1\.\.(\d{1,7})\b/.exec(line);
    if (plan) {
      stream.planned = Number(plan[1]);
      stream.isTap = true;
    }
    const match = line.length < 2000 ? POINT.exec(line) : null;
    if (!match) continue;
    const [, indent = '', not, , rest = ''] = match;
    const depth = Math.floor(indent.length / 4);
    const point = { ...readName(rest), isOk: not === undefined, children: levels[depth + 1] ?? [], facts: new Map(), comments };
    levels.length = Math.min(levels.length, depth + 1);
    const level = levels[depth] ?? [];
    level.push(point);
    levels[depth] = level;
    comments = [];
    last = { point, indent };
  }
  stream.roots = levels[0] ?? [];
  return stream;
}

/** The YAML below a test: keys with a text, or with lines below them. */
function readFacts(lines: readonly string[], from: number, { point, indent }: { point: Point; indent: string }): number {
  let key = '';
  const margin = indent.length + 2;
  let at = from + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^\s*\.\.\.$/.test(line) && line.length <= margin + 3) return at;
    const fact = /^ {0,40}([A-Za-z_]{1,40}):(?: (.*))?$/.exec(line.slice(0, margin).trim() === '' ? line.slice(margin) : '');
    if (fact && !/^\s/.test(line.slice(margin))) {
      key = fact[1] ?? '';
      const value = (fact[2] ?? '').replace(/^\|-?$/, '');
      point.facts.set(key, value.replace(/^'(.*)'$/, '$1').replaceAll("''", "'"));
    } else if (key !== '') point.facts.set(key, `${point.facts.get(key) ?? ''}\n${line.slice(margin + 2)}`.replace(/^\n/, ''));
  }
  return at;
}

function readName(rest: string): Pick<Point, 'name' | 'directive'> {
  // A "#" with a backslash belongs to the name.
  const directive = /(?:^|[^\\]) ?# ?(skip|todo)\b/i.exec(rest);
  const name = directive ? rest.slice(0, rest.indexOf('#', directive.index)) : rest;
  return {
    name: name.replace(/\\([#\\])/g, '$1').trim(),
    directive: directive?.[1]?.toLowerCase() as Point['directive'],
  };
}

function count(parsed: ParsedTests, point: Point, above: readonly string[], cwd: string): void {
  const names = [...above, point.name];
  for (const child of point.children) count(parsed, child, names, cwd);
  if (point.directive) {
    if (point.children.length === 0) parsed.skipped += 1;
    return;
  }
  const isParent = point.children.length > 0 || point.facts.get('type') === 'suite';
  if (point.isOk) {
    if (!isParent) parsed.passed += 1;
    return;
  }
  // A suite whose tests failed says only that.
  if (isParent && (point.facts.get('failureType') === 'subtestsFailed' || point.children.some((child) => !child.isOk))) return;
  const place = /^(.*?):(\d{1,7})(?::\d{1,7})?$/.exec(point.facts.get('location') ?? '');
  const file = fileFrom(place?.[1], cwd);
  const isFile = point.facts.has('exitCode') && above.length === 0;
  const message = point.facts.get('error') ?? point.facts.get('message') ?? '';
  if (isFile) addError(parsed, { file: fileFrom(point.name, cwd), names: [], message: crashOf(point.comments) ?? message });
  else addFailure(parsed, { file, line: place ? Number(place[2]) : undefined, names, message });
}

/** The error that a file printed before it ended. */
function crashOf(comments: readonly string[]): string | undefined {
  const at = comments.findLastIndex((line) => /^\w*Error\b.{0,200}: /.test(line));
  return at < 0 ? undefined : comments[at]?.replace(/\\([#\\])/g, '$1');
}

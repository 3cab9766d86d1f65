import { plainLines } from './parsed-tests.ts';

/** One line `ok` or `not ok` of a TAP stream, with what belongs to it. */
export interface TapPoint {
  isOk: boolean;
  name: string;
  directive: 'skip' | 'todo' | undefined;
  /** The points of its subtest. */
  children: TapPoint[];
  /** The YAML below it: each key with its text, or with the lines below it. */
  facts: ReadonlyMap<string, string>;
  /** The output before it. */
  comments: readonly string[];
}

/** A TAP stream. */
interface TapStream {
  /** It has a version, or a plan with points. */
  isTap: boolean;
  /** How many points were announced. */
  planned: number | undefined;
  roots: TapPoint[];
  /** The points of a subtest in which the stream broke off. */
  orphans: TapPoint[];
  /** Why it gave up. */
  bailed: string | undefined;
}

const NO_FACTS: ReadonlyMap<string, string> = new Map();
const NO_COMMENTS: readonly string[] = [];
const LETTER_O = 111;
const LETTER_N = 110;
const POINT = /^(\s*)(not )?ok\b(?: (\d+))?(?: -)? ?(.*)$/;

/** No run has more tests. One that says so is not read to its end, and has not passed. */
const MOST_POINTS = 200_000;

/** More text than this before a test is not kept: its end is. */
const MOST_COMMENTS = 60;

/** Reads a stream with subtests that stand four columns to the right and before their test, as Node and tap write them. */
export function readTapStream(output: string): TapStream {
  const lines = plainLines(output);
  const levels: TapPoint[][] = [];
  const stream: TapStream = { isTap: false, planned: undefined, roots: [], orphans: [], bailed: undefined };
  let comments: string[] = [];
  let last: TapPoint | undefined;
  let points = 0;
  for (let at = 0; at < lines.length && points < MOST_POINTS; at++) {
    const line = lines[at] ?? '';
    const first = line.charCodeAt(indentOf(line));
    // Most lines are points, or nothing: each is asked for what its first letter may begin.
    if (first !== LETTER_O && first !== LETTER_N) {
      if (/^TAP version 1[234]$/.test(line)) stream.isTap = true;
      const bail = /^Bail out!\s*(.*)$/.exec(line);
      if (bail) stream.bailed ??= bail[1] || 'The run was given up.';
      if (last && line.trimStart() === '---') {
        const facts = new Map<string, string>();
        at = readFacts(lines, at, facts);
        last.facts = facts;
        last = undefined;
        continue;
      }
      if (line.startsWith('# ') && !line.startsWith('# Subtest: ')) {
        comments.push(line.slice(2));
        if (comments.length > 2 * MOST_COMMENTS) comments = comments.slice(-MOST_COMMENTS);
      }
      const plan = /^1\.\.(\d{1,7})(?: #.*)?$/.exec(line);
      if (plan) stream.planned = Number(plan[1]);
      continue;
    }
    const match = line.length < 2000 ? POINT.exec(line) : null;
    if (!match) continue;
    const [, indent = '', not, , rest = ''] = match;
    const depth = Math.floor(indent.length / 4);
    // A subtest that broke off has no point of its own: what it had belongs to the next one above it.
    const children = levels.length > depth + 1 ? levels.splice(depth + 1).flat() : [];
    last = {
      ...readName(rest),
      isOk: not === undefined,
      children,
      facts: NO_FACTS,
      comments: comments.length > 0 ? comments : NO_COMMENTS,
    };
    points += 1;
    levels[depth] ??= [];
    levels[depth].push(last);
    if (comments.length > 0) comments = [];
  }
  if (points === MOST_POINTS) stream.bailed ??= 'There are more tests than are read.';
  stream.roots = levels[0] ?? [];
  stream.orphans = levels.slice(1).flat();
  stream.isTap ||= stream.planned !== undefined && (stream.roots.length > 0 || stream.planned === 0);
  return stream;
}

/** The YAML below a test, from its `---` to its `...`, which is where the reader goes on. */
function readFacts(lines: readonly string[], from: number, facts: Map<string, string>): number {
  const outer = indentOf(lines[from] ?? '');
  const margin = indentOf(lines[from + 1] ?? '');
  const read = new Map<string, string[]>();
  let open: string[] | undefined;
  let at = from + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trimStart() === '...' && indentOf(line) <= outer) break;
    const fact = indentOf(line) === margin ? /^([A-Za-z_]{1,40}):(?: (.*))?$/.exec(line.slice(margin)) : null;
    if (fact) {
      // The sign that lines follow is no value.
      const value = (fact[2] ?? '').replace(/^[|>]\d?[+-]?$/, '').replace(/^'(.*)'$/, '$1');
      open = value === '' ? [] : [value.replaceAll("''", "'")];
      read.set(fact[1] ?? '', open);
    } else open?.push(line.slice(margin + 2));
  }
  for (const [key, said] of read) facts.set(key, said.join('\n'));
  return at;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function readName(rest: string): Pick<TapPoint, 'name' | 'directive'> {
  if (!rest.includes('#') && !rest.includes('\\')) return { name: rest.trim(), directive: undefined };
  // A "#" with a backslash belongs to the name.
  const directive = /(?:^|[^\\]) ?# ?(skip|todo)\b/i.exec(rest);
  const name = directive
    ? rest.slice(0, rest.indexOf('#', directive.index))
    : rest.replace(/ # time=[\d.]{1,20}m?s(?: \{)?$/, '');
  return {
    name: name.replace(/\\([#\\])/g, '$1').trim(),
    directive: directive?.[1]?.toLowerCase() as TapPoint['directive'],
  };
}

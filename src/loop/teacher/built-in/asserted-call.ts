import type { Expectation } from './expectations.ts';

type ValueExpectation = Extract<Expectation, { kind: 'value' }>;

/**
 * Adds to an expected value the call that returned another one, if the test's code tells: exactly one of its assertions compares
 * a call with a value that the message names. The code also tells which of the two values was expected: the one that is written
 * there.
 */
export function nameAssertedCall(expectation: ValueExpectation, code = ''): ValueExpectation | undefined {
  const alone = expectation.isUnsure ? undefined : expectation;
  const [first, ...others] = expectation.subject === undefined ? findComparisons(code) : [];
  if (!first) return alone;
  // If a runner names the line of the failure, and not that of the test, it means the assertion on that line.
  const isThere = !code.slice(0, first.at).includes('\n');
  const told = (isThere ? [first] : [first, ...others]).flatMap((comparison) => readBy(comparison, expectation) ?? []);
  const calls = new Set(told.map(({ subject }) => subject));
  return calls.size === 1 ? told[0] : alone;
}

type RaiseExpectation = Extract<Expectation, { kind: 'raise' }>;

/** Adds to an expected error the call that has to raise it, if the test's code has exactly one such call. */
export function nameRaisingCall(expectation: RaiseExpectation, code = ''): RaiseExpectation {
  const found = [...code.matchAll(RAISING)].map((match) => ({
    call: (match[1] ?? match[2] ?? '').trim(),
    at: match.index,
  }));
  const [first] = found;
  const isThere = first !== undefined && !code.slice(0, first.at).includes('\n');
  const calls = new Set(
    (isThere ? [first] : found).map(({ call }) => call.replace(/^await\s+/, '').replace(/[;,]$/, '')),
  );
  const [call = ''] = calls;
  return calls.size === 1 && isPlainCall(call) ? { ...expectation, subject: call } : expectation;
}

/** `throws(() => halve('x'), …)` of many runners, and the code below `with pytest.raises(…):`. */
const RAISING =
  /(?:throws|throwsAsync|rejects|expect)\(\s{0,20}(?:async )?\(\) => ([^\n;{}]{1,120}?\))(?=\s{0,20}[,)])|(?:\.raises|assertRaises)\([^\n]{0,80}\):\r?\n\s{1,40}([^\n]{1,120})/g;

/** A call and the value that is written beside it. */
interface Comparison {
  call: string;
  value: string;
  /** Its offset. */
  at: number;
}

function readBy({ call, value }: Comparison, { actual, expected }: ValueExpectation): ValueExpectation | undefined {
  if (plain(value) === plain(expected)) return { kind: 'value', subject: call, actual, expected };
  // `assert_eq!(3, sum(1, 1))`, whose first argument is reported as the actual value.
  if (plain(value) === plain(actual)) return { kind: 'value', subject: call, actual: expected, expected: actual };
  return undefined;
}

function plain(value: string): string {
  return value.replace(/['"]/g, "'").replace(/\s+/g, '');
}

/**
 * The beginnings of assertions in common runners: their arguments are compared with each other, or with those of the matcher that
 * follows.
 */
const ASSERTIONS =
  /\b(?:expect|assertThat)\(|\b(?:assert|t|self|Assertions?|Assert)\.(?:equal|strictEqual|deepEqual|deepStrictEqual|looseEqual|is|same|strictSame|assertEqual|assertEquals|assertIs|Equal|AreEqual)\(|\bassertEquals?\(|\bassert_eq!\(|\b(?:assert|require)\.Equal\(t, /g;

/** A matcher after `expect(…)`; with `not` it means something else. */
const MATCHER = /^\s*\.(?:toBe|toEqual|toStrictEqual|isEqualTo|to\.(?:be|equal|eql|deep\.equal|strictly\.equal))\(/;
const FIXED: readonly [RegExp, string][] = [
  [/^\s*\.(?:toBeNull\(|isNull\(|to\.be\.null\b)/, 'null'],
  [/^\s*\.(?:toBeUndefined\(|to\.be\.undefined\b)/, 'undefined'],
  [/^\s*\.(?:isTrue\(|to\.be\.true\b)/, 'true'],
  [/^\s*\.(?:isFalse\(|to\.be\.false\b)/, 'false'],
];

function findComparisons(code: string): Comparison[] {
  return [...code.matchAll(ASSERTIONS)].flatMap(({ 0: opener, index }) => {
    const start = index + opener.length;
    const { parts, end } = readArguments(code, start);
    const pair = /expect|assertThat/.test(opener) ? [parts[0], matched(code, end)] : parts.slice(0, 2);
    const [left, right] = pair.map((part) => part?.trim().replace(/^await\s+/, ''));
    if (left === undefined || right === undefined) return [];
    if (isPlainCall(left)) return [{ call: left, value: right, at: index }];
    return isPlainCall(right) ? [{ call: right, value: left, at: index }] : [];
  });
}

function matched(code: string, from: number): string | undefined {
  const rest = code.slice(from);
  const fixed = FIXED.find(([pattern]) => pattern.test(rest))?.[1];
  const matcher = MATCHER.exec(rest)?.[0];
  return fixed ?? (matcher === undefined ? undefined : readArguments(code, from + matcher.length).parts[0]);
}

/** Reads the arguments up to the closing bracket, and where that ends. */
function readArguments(code: string, start: number): { parts: string[]; end: number } {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (let at = start; at < code.length; at++) {
    const sign = code.charAt(at);
    if (quote === '' && depth === 0 && sign === ')')
      return { parts: parts.filter((part) => part.trim() !== ''), end: at + 1 };
    if (quote === '' && depth === 0 && sign === ',') {
      parts.push('');
      continue;
    }
    parts.push((parts.pop() ?? '') + sign);
    if (quote !== '') {
      if (sign === '\\') parts.push((parts.pop() ?? '') + code.charAt(++at));
      else if (sign === quote) quote = '';
    } else if (/["'`]/.test(sign)) quote = sign;
    else if (/[([{]/.test(sign)) depth += 1;
    else if (/[)\]}]/.test(sign)) depth -= 1;
  }
  return { parts: [], end: code.length };
}

/**
 * Whether a text is a call of a named function with literal values: anything else needs more context than this line, and nothing
 * else of a test becomes part of a rule.
 */
function isPlainCall(text: string): boolean {
  const values = /^(?:[A-Z]\w{0,40}\.)?[A-Za-z_$][\w$]{0,60}\(([^`\n]{0,60})\)$/.exec(text)?.[1];
  if (values === undefined) return false;
  const words =
    values.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "''").match(/(?<![\w$])[A-Za-z_$][\w$]*\b(?!\s*:)/g) ?? [];
  return words.every((word) => LITERALS.has(word));
}

const LITERALS: ReadonlySet<string> = new Set('null undefined None nil True False true false NaN Infinity'.split(' '));

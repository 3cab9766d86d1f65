/** A value in a script, and where it ends. The value is undefined if only running the script could determine it. */
interface Literal {
  value: unknown;
  end: number;
}

/** Values to which a script gave a name. */
export type Names = ReadonlyMap<string, string>;

const DEEPEST = 12;
const SPACE = /(?:\s|\/\/[^\n]*\n)*/y;
const NUMBER = /-?\d[\d_]*(?:\.\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;

/**
 * Reads the JavaScript value at `start` as far as it is a literal: strings, also concatenated ones, numbers, lists, objects and
 * names of strings. Nothing is run. Any other expression is skipped up to the next comma or bracket.
 */
export function readLiteral(text: string, start: number, names: Names, depth = 0): Literal {
  const first = readOperand(text, skipSpace(text, start), names, depth);
  let { value, end } = first;
  for (;;) {
    const at = skipSpace(text, end);
    if (text[at] === '+' && typeof value === 'string') {
      const next = readOperand(text, skipSpace(text, at + 1), names, depth);
      value = typeof next.value === 'string' || typeof next.value === 'number' ? value + String(next.value) : undefined;
      end = next.end;
    } else if (text.startsWith('.join(', at) && Array.isArray(value)) {
      const glue = readOperand(text, skipSpace(text, at + 6), names, depth);
      const isText = value.every((part) => typeof part === 'string') && typeof glue.value === 'string';
      value = isText ? (value as string[]).join(glue.value as string) : undefined;
      end = skipSpace(text, glue.end) + 1;
    } else if (at >= text.length || CLOSERS.includes(text[at] ?? '')) return { value, end: at };
    else return { value: undefined, end: skipExpression(text, at) };
  }
}

/** Returns the position after whitespace and comments. */
export function skipSpace(text: string, start: number): number {
  SPACE.lastIndex = start;
  SPACE.exec(text);
  return Math.max(start, SPACE.lastIndex);
}

const CLOSERS = ',)]};';

function readOperand(text: string, at: number, names: Names, depth: number): Literal {
  const sign = text[at] ?? '';
  if (sign === '"' || sign === "'") return readQuoted(text, at);
  if (sign === '`') return readTemplate(text, at, names, false);
  if (text.startsWith('String.raw`', at)) return readTemplate(text, at + 10, names, true);
  if (sign === '{' && depth < DEEPEST) return readObject(text, at, names, depth);
  if (sign === '[' && depth < DEEPEST) return readList(text, at, names, depth);
  const number = match(NUMBER, text, at);
  if (number !== undefined) return { value: Number(number.replaceAll('_', '')), end: at + number.length };
  const word = match(WORD, text, at);
  if (word === undefined) return { value: undefined, end: skipExpression(text, at) };
  const end = at + word.length;
  if (word === 'true' || word === 'false') return { value: word === 'true', end };
  return { value: names.get(word), end };
}

function readQuoted(text: string, start: number): Literal {
  const quote = text[start];
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === quote) return { value, end: at + 1 };
    if (sign !== '\\') value += sign;
    else {
      const escaped = readEscape(text, at);
      value += escaped.value;
      at = escaped.end - 1;
    }
  }
  return { value: undefined, end: text.length };
}

function readTemplate(text: string, start: number, names: Names, raw: boolean): Literal {
  let value: string | undefined = '';
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '`') return { value, end: at + 1 };
    if (sign === '\\') {
      const escaped = raw ? { value: text.slice(at, at + 2), end: at + 2 } : readEscape(text, at);
      if (value !== undefined) value += escaped.value;
      at = escaped.end - 1;
    } else if (sign === '$' && text[at + 1] === '{') {
      const end = skipExpression(text, at + 2);
      const known = names.get(text.slice(at + 2, end).trim());
      value = value === undefined || known === undefined ? undefined : value + known;
      at = end;
    } else if (value !== undefined) value += sign;
  }
  return { value: undefined, end: text.length };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
  '\n': '',
};

function readEscape(text: string, start: number): { value: string; end: number } {
  const sign = text[start + 1] ?? '';
  const code = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/i.exec(text.slice(start + 1, start + 10));
  if (code !== null) {
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '0', 16);
    return { value: point <= 0x10ffff ? String.fromCodePoint(point) : '', end: start + 1 + code[0].length };
  }
  return { value: ESCAPES[sign] ?? sign, end: start + 2 };
}

function readObject(text: string, start: number, names: Names, depth: number): Literal {
  const value: Record<string, unknown> = {};
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== '}') {
    const quoted = text[at] === '"' || text[at] === "'" ? readQuoted(text, at) : undefined;
    const key = quoted === undefined ? match(WORD, text, at) : quoted.value;
    const end = skipSpace(text, quoted?.end ?? at + (typeof key === 'string' ? key.length : 0));
    if (typeof key === 'string' && text[end] === ':') {
      const found = readLiteral(text, end + 1, names, depth + 1);
      if (key !== '__proto__') value[key] = found.value;
      at = found.end;
    } else {
      // `{cmd}` is short for `{cmd: cmd}`.
      if (typeof key === 'string' && quoted === undefined && key !== '__proto__') value[key] = names.get(key);
      at = skipExpression(text, end);
    }
    at = skipSpace(text, text[at] === ',' ? at + 1 : at);
    if (text[at] !== undefined && ')];'.includes(text[at] ?? '')) break;
  }
  return { value, end: at + 1 };
}

function readList(text: string, start: number, names: Names, depth: number): Literal {
  const value: unknown[] = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== ']') {
    const found = readLiteral(text, at, names, depth + 1);
    value.push(found.value);
    at = skipSpace(text, text[found.end] === ',' ? found.end + 1 : found.end);
    if (text[at] !== undefined && ')};'.includes(text[at] ?? '')) break;
  }
  return { value, end: at + 1 };
}

/** Returns the position of the comma or bracket at which an expression ends. */
function skipExpression(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"' || sign === "'") at = readQuoted(text, at).end - 1;
    else if (sign === '`') at = skipTemplate(text, at) - 1;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && depth > 0) depth--;
    else if (depth === 0 && CLOSERS.includes(sign)) return at;
  }
  return text.length;
}

/** Skips a template literal without looking into `${}`, so that no script can make this slow. */
function skipTemplate(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
  }
  return text.length;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

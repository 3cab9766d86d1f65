/** Ranges of characters, each with its first and last. */
export type Ranges = readonly (readonly [number, number])[];

/** A part of an expression. */
export type ExpressionNode =
  /** One character. `text` is that character in lower case, if only one is possible. */
  | { type: 'take'; ranges: Ranges; not?: boolean; text?: string }
  | { type: 'check'; what: 'start' | 'end' | 'word-edge' | 'no-word-edge' }
  | { type: 'sequence'; parts: ExpressionNode[] }
  | { type: 'choice'; parts: ExpressionNode[] }
  | { type: 'repeat'; part: ExpressionNode; min: number; max: number | undefined };

/** The reason why an expression is refused. */
export interface RefusedExpression {
  reason: string;
}

const DEEPEST = 20;
const MOST_TIMES = 100;

/** Parses a regular expression; one that cannot be matched in linear time, or is invalid, is refused with the reason. */
export function parseExpression(source: string): ExpressionNode | RefusedExpression {
  const reader = new Reader(source);
  try {
    const node = reader.choice(0);
    return reader.isAtEnd ? node : { reason: 'a bracket is closed that was not opened' };
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.message };
    throw error;
  }
}

class Refusal extends Error {}

class Reader {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  choice(depth: number): ExpressionNode {
    if (depth > DEEPEST) throw new Refusal('its brackets are nested too deeply');
    const parts = [this.#sequence(depth)];
    while (this.#skip('|')) parts.push(this.#sequence(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'choice', parts };
  }

  #sequence(depth: number): ExpressionNode {
    const parts: ExpressionNode[] = [];
    while (!this.isAtEnd && !'|)'.includes(this.#peek())) parts.push(this.#repeat(this.#atom(depth)));
    return { type: 'sequence', parts };
  }

  #repeat(part: ExpressionNode): ExpressionNode {
    const times = this.#times();
    if (!times) return part;
    if (part.type === 'check') throw new Refusal('an anchor cannot be repeated');
    // Greedy or lazy makes no difference to whether there is a match.
    if (!this.#skip('?') && this.#peek() === '+') throw new Refusal('possessive repetition is not understood');
    if (this.#times()) throw new Refusal('nothing to repeat');
    return { type: 'repeat', part, ...times };
  }

  #times(): { min: number; max: number | undefined } | undefined {
    if (this.#skip('*')) return { min: 0, max: undefined };
    if (this.#skip('+')) return { min: 1, max: undefined };
    if (this.#skip('?')) return { min: 0, max: 1 };
    const [whole, from, comma, to] =
      /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.#source.slice(this.#at, this.#at + 12)) ?? [];
    if (whole === undefined) return undefined;
    const min = Number(from);
    const max = comma === '' ? min : to === '' ? undefined : Number(to);
    if (min > MOST_TIMES || (max ?? 0) > MOST_TIMES) throw new Refusal(`it repeats more than ${MOST_TIMES} times`);
    if (max !== undefined && max < min) throw new Refusal('a repetition ends before it begins');
    this.#at += whole.length;
    return { min, max };
  }

  #atom(depth: number): ExpressionNode {
    const sign = this.#next();
    switch (sign) {
      case '(':
        return this.#group(depth);
      case '[':
        return this.#class();
      case '.':
        return { type: 'take', ranges: [], not: true };
      case '^':
        return { type: 'check', what: 'start' };
      case '$':
        return { type: 'check', what: 'end' };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new Refusal(`nothing to repeat before ${sign}`);
      default:
        return takeText(sign);
    }
  }

  #group(depth: number): ExpressionNode {
    if (this.#skip('?')) {
      const name = /^<[A-Za-z]\w{0,30}>/.exec(this.#source.slice(this.#at, this.#at + 40))?.[0];
      if (name !== undefined) this.#at += name.length;
      else if (!this.#skip(':'))
        throw new Refusal('looking ahead or behind, and flags, cannot be matched in linear time here');
    }
    const inner = this.choice(depth + 1);
    if (!this.#skip(')')) throw new Refusal('a bracket is not closed');
    return inner;
  }

  #escape(): ExpressionNode {
    const sign = this.#next();
    if (sign === 'b') return { type: 'check', what: 'word-edge' };
    if (sign === 'B') return { type: 'check', what: 'no-word-edge' };
    const known = CLASSES[sign.toLowerCase()];
    if (known) return { type: 'take', ranges: known, not: sign === sign.toUpperCase() ? true : undefined };
    return takeText(this.#escapedText(sign));
  }

  #escapedText(sign: string): string {
    if (/^[1-9k]$/.test(sign)) throw new Refusal('a back reference cannot be matched in linear time');
    const plain = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', '0': '\0' }[sign];
    if (plain !== undefined) return plain;
    const length = sign === 'x' ? 2 : sign === 'u' ? 4 : 0;
    if (length > 0) {
      const digits = this.#source.slice(this.#at, this.#at + length);
      if (!/^[\da-fA-F]+$/.test(digits) || digits.length < length)
        throw new Refusal(`\\${sign} needs ${length} digits`);
      this.#at += length;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (sign === '' || /[\p{L}\p{N}]/u.test(sign)) throw new Refusal(`\\${sign} is not understood`);
    return sign;
  }

  #class(): ExpressionNode {
    const not = this.#skip('^');
    const ranges: (readonly [number, number])[] = [];
    for (let isFirst = true; ; isFirst = false) {
      if (this.isAtEnd) throw new Refusal('[ is not closed');
      if (this.#peek() === ']' && !isFirst) break;
      const from = this.#classItem();
      if (typeof from !== 'number') {
        ranges.push(...from);
        continue;
      }
      const hasEnd = this.#peek() === '-' && !['', ']'].includes(this.#source[this.#at + 1] ?? '');
      if (hasEnd) this.#at += 1;
      const to = hasEnd ? this.#classItem() : from;
      if (typeof to !== 'number' || to < from) throw new Refusal('a range in [ ] ends before it begins');
      ranges.push(...foldRange(from, to));
    }
    this.#at += 1;
    return { type: 'take', ranges, not };
  }

  #classItem(): number | Ranges {
    const sign = this.#next();
    if (sign !== '\\') return sign.charCodeAt(0);
    const escaped = this.#next();
    if (escaped === 'b') return 8;
    const known = CLASSES[escaped.toLowerCase()];
    if (known) return escaped === escaped.toUpperCase() ? invert(known) : known;
    return (escaped === '-' ? '-' : this.#escapedText(escaped)).charCodeAt(0);
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #next(): string {
    return this.#source[this.#at++] ?? '';
  }

  #skip(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at += 1;
    return true;
  }
}

const CLASSES: Readonly<Record<string, Ranges>> = {
  d: [[48, 57]],
  // Texts are in lower case.
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  s: [
    [9, 13],
    [32, 32],
    [160, 160],
    [8192, 8202],
    [8232, 8233],
  ],
};

function takeText(sign: string): ExpressionNode {
  const lower = sign.toLowerCase();
  const text = lower.length === 1 ? lower : sign;
  const code = text.charCodeAt(0);
  // A space also matches the end of a line.
  return { type: 'take', ranges: text === ' ' ? (CLASSES.s ?? []) : [[code, code]], text };
}

/** Returns a range in lower case: because texts are in lower case, upper case in a class means its lower case. */
function foldRange(from: number, to: number): Ranges {
  const [first, last] = [Math.max(from, 65), Math.min(to, 90)];
  return first > last
    ? [[from, to]]
    : [
        [from, to],
        [first + 32, last + 32],
      ];
}

function invert(ranges: Ranges): Ranges {
  const inverted: (readonly [number, number])[] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (first > from) inverted.push([from, first - 1]);
    from = last + 1;
  }
  return [...inverted, [from, 0xffff]];
}

import { isHidden } from '../shared/terminal.ts';
import { isWordCharacter } from './rules/rule.ts';

/** No token exceeds a line of a terminal by more than this. */
const REACH = 400;
/** Upper bound for the characters between a name and its value. */
const MOST_SIGNS = 6;

/** Upper bound for the part of a token before the marker that ends it. */
const MOST_BEFORE = 80;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const BACKSLASH = 92;
const DELETE = 127;
/** The first unit of a surrogate pair: some of these characters are invisible. */
const FIRST_PAIR = 0xd800;
const LAST_PAIR = 0xdc00;

/** The breaks in strings that look like a token and begin at a marker: line ends, or invisible characters. */
export class Breaks {
  /** Line feeds that may be in the middle of a token, in order. */
  lineFeeds: number[] = [];
  /** Whether an invisible or forbidden character is in the middle of a token. */
  hasHidden = false;
  /** Whether an escaped break, as in JSON, may be in the middle of a token. */
  hasEscapes = false;
  #looked = 0;

  clear(): void {
    if (this.lineFeeds.length > 0) this.lineFeeds = [];
    this.hasHidden = false;
    this.hasEscapes = false;
    this.#looked = 0;
  }

  /** Examines the marker from `at` to `end`, and what it may begin: a token, or a name with a value. */
  note(text: string, at: number, end: number): void {
    // Markers are close together in a hostile text, and each begins the same token.
    if (end <= this.#looked) return;
    for (let next = at; next < end; next++) if (text.charCodeAt(next) < BLANK) this.#noteBreak(text, next);
    // A marker that begins with a sign may end a token.
    let back = at;
    if (!isWordCharacter(text.charCodeAt(at)))
      while (back > this.#looked && at - back < MOST_BEFORE && TOKEN_PARTS[text.charCodeAt(back - 1)] === 1) back--;
    if (back > 0 && back < at) this.#noteBreak(text, back - 1);
    const limit = end + REACH;
    let next = end;
    next = this.#skipToken(text, next, limit);
    const signs = next;
    while (next - signs < MOST_SIGNS && SIGNS[text.charCodeAt(next)] === 1) next++;
    if (next > signs) next = this.#skipToken(text, next, limit);
    this.#looked = next;
    this.#noteBreak(text, next);
  }

  #skipToken(text: string, from: number, limit: number): number {
    let next = from;
    for (; next < limit; next++) {
      const code = text.charCodeAt(next);
      if (TOKEN_PARTS[code] !== 1) break;
      if (code === BACKSLASH) this.hasEscapes ||= ESCAPED.test(text.charAt(next + 1));
    }
    return next;
  }

  #noteBreak(text: string, at: number): void {
    const code = text.charCodeAt(at);
    if (code >= BLANK && code < DELETE) return;
    const lineFeed = code === CARRIAGE_RETURN ? at + 1 : at;
    if (text.charCodeAt(lineFeed) !== LINE_FEED)
      this.hasHidden ||= isHidden(code) || (code >= FIRST_PAIR && code < LAST_PAIR);
    else if (lineFeed > (this.lineFeeds.at(-1) ?? -1)) this.lineFeeds.push(lineFeed);
  }
}

/** The character after the backslash in an escaped line break, colour or the like. */
const ESCAPED = /[nrux0e]/i;

/** All visible ASCII characters except quotes, brackets and separators. */
const TOKEN_PARTS = tableOf((sign) => sign > ' ' && sign < '\u007f' && !`"'\`<>()[]{},;|`.includes(sign));
/** Quotes, backslashes, whitespace and signs between a name and its value. */
const SIGNS = tableOf((sign) => ` "'\`\\:=>\t,`.includes(sign));

function tableOf(isMember: (sign: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (isMember(String.fromCharCode(code)) ? 1 : 0));
}

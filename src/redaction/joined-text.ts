import { findHiddenSpans, isHidden } from '../shared/terminal.ts';
import { looksRandom } from './rules/secret-value.ts';
import type { Span } from './span.ts';

/** Parts of a text put together as a person reads them, with the way back. */
export interface JoinedText {
  text: string;
  /** Where the pieces of `text` begin in it, and where they come from. */
  pieces: readonly Piece[];
}

interface Piece {
  /** Index in the joined text. */
  at: number;
  /** Index in the source. */
  from: number;
  /** Its first character stands right behind the last one of the piece before: what lies between in the source is a seam. */
  isSeam: boolean;
}

/** A text without what nobody sees; nothing where all of it shows. A colour, or a character without width, may stand in the middle of a token. */
export function joinHidden(text: string): JoinedText | undefined {
  // A carriage return before a line feed is the end of a line.
  const hidden = findHiddenSpans(text).filter(({ start, end }) => end - start > 1 || text.charAt(start) !== '\r');
  if (hidden.length === 0) return undefined;
  const joiner = new Joiner(text);
  let from = 0;
  for (const { start, end, isBreak } of hidden) {
    joiner.add(from, start, true);
    if (isBreak) joiner.addBreak();
    from = end;
  }
  joiner.add(from, text.length, true);
  return joiner.done();
}

/** A line break, a colour or a character without width, written out as in JSON and in programs, with any number of backslashes. */
const ESCAPES = /\\{1,8}(?:u([0-9a-f]{4})|x(1b)|0?(33)(?=\[)|(e)(?=\[)|(r\\{1,8}n|[nr]))/gi;

/** A text with its line breaks and what nobody sees in the place of the signs that they are written with; nothing where there are none. */
export function joinEscapes(text: string): JoinedText | undefined {
  let joiner: Joiner | undefined;
  let from = 0;
  for (const match of text.matchAll(ESCAPES)) {
    const [, unit, , , , lineBreak] = match;
    const code = unit === undefined ? ESCAPE : Number.parseInt(unit, 16);
    const character = lineBreak === undefined ? String.fromCharCode(code) : '\n';
    if (lineBreak === undefined && !isBreaking(code)) continue;
    joiner ??= new Joiner(text);
    joiner.add(from, match.index, true);
    joiner.addDecoded(match.index, character);
    from = match.index + match[0].length;
  }
  joiner?.add(from, text.length, true);
  return joiner?.done();
}

const ESCAPE = 0x1b;
const LINE_FEED = 0x0a;

/** Control characters, what shows nothing, and halves of characters of two units, which may show nothing. */
function isBreaking(code: number): boolean {
  return code === LINE_FEED || isHidden(code) || (code >= 0xd800 && code < 0xe000);
}

/** Narrower lines were not wrapped: they end where somebody wanted them to. */
const NARROWEST = 40;
/** How far before a wrapped token the name is looked for that tells it, and how far behind it it may end. */
const REACH = 160;

/**
 * Lines that were broken in the middle of something like a token, joined; nothing where there are none. `lineFeeds` are those that may
 * have broken one, in order; the lines below each are joined to it as long as the token may go on.
 */
export function joinLines(text: string, lineFeeds: readonly number[]): JoinedText | undefined {
  let joiner: Joiner | undefined;
  let taken = 0;
  for (const first of lineFeeds) {
    if (first < taken) continue;
    let lineStart = startOfLine(text, first);
    let seam: Seam | undefined = readSeam(text, lineStart, first);
    if (seam === undefined) continue;
    joiner ??= new Joiner(text);
    joiner.addBreak();
    joiner.add(Math.max(lineStart, seam.end - REACH), seam.end, false);
    while (seam !== undefined) {
      const { next, head }: Seam = seam;
      lineStart = next;
      // What goes on over a whole line may go on over the next one, too.
      const lineFeed: number = isLineEnd(text, head) ? text.indexOf('\n', head) : -1;
      const following: Seam | undefined = lineFeed < 0 ? undefined : readSeam(text, lineStart, lineFeed);
      taken = following?.end ?? Math.min(head + REACH, endOfLine(text, head));
      joiner.add(lineStart, taken, true);
      seam = following;
    }
  }
  return joiner?.done();
}

/** So much of a token before a sign that gives a value to a name is none: nobody has drawn a name by lot. */
const LEAST_RANDOM = 20;

/** A break in the middle of something like a token. */
interface Seam {
  /** Index after the last character before the break. */
  end: number;
  /** Index of the first character behind it. */
  next: number;
  /** Index after the part of the token that stands behind it. */
  head: number;
}

/** The break stands in the middle of a token, and not between two words, two paths or two assignments. */
function readSeam(text: string, lineStart: number, lineFeed: number): Seam | undefined {
  const end = text.charAt(lineFeed - 1) === '\r' ? lineFeed - 1 : lineFeed;
  const next = lineFeed + 1;
  if (end - lineStart < NARROWEST || !isTokenCode(text.charCodeAt(end - 1)) || !isTokenCode(text.charCodeAt(next)))
    return undefined;
  let head = next;
  while (isTokenCode(text.charCodeAt(head))) head++;
  let tail = end;
  while (tail > lineStart && end - tail < REACH && isTokenCode(text.charCodeAt(tail - 1))) tail--;
  const after = text.slice(next, Math.min(head, next + REACH));
  if (
    end - tail + head - next < 16 ||
    /^(?:\.{0,2}\/|--?[a-z])/.test(after) ||
    /=[^=]/.test(after) ||
    (/[:(=]/.test(text.charAt(head)) && !looksRandom(after, LEAST_RANDOM))
  )
    return undefined;
  // A token that ends with its line, and the first word of the next one.
  if (isPlainWords(after)) return undefined;
  return { end, next, head };
}

function isPlainWords(text: string): boolean {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).every((part) => /^(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,5})$/.test(part));
}

function startOfLine(text: string, lineFeed: number): number {
  // No further back than needed: whatever stands there is wide enough.
  const near = text.slice(Math.max(0, lineFeed - REACH - NARROWEST), lineFeed);
  return lineFeed - near.length + near.lastIndexOf('\n') + 1;
}

function isLineEnd(text: string, at: number): boolean {
  return text.charAt(at) === '\n' || text.slice(at, at + 2) === '\r\n';
}

function endOfLine(text: string, from: number): number {
  const end = text.slice(from, from + REACH).indexOf('\n');
  return end < 0 ? text.length : from + end;
}

/** Spans of the joined text as spans of the source; those that cross no seam are known from the source itself. */
export function mapSpans({ pieces }: JoinedText, spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const first = findPiece(pieces, span.start);
    const last = findPiece(pieces, span.end - 1);
    const [head, tail] = [pieces[first], pieces[last]];
    if (head === undefined || tail === undefined || first === last) return [];
    for (let piece = first + 1; piece <= last; piece++) if (pieces[piece]?.isSeam !== true) return [];
    return [{ ...span, start: head.from + span.start - head.at, end: tail.from + span.end - tail.at }];
  });
}

/** The number of the piece that an index of the joined text lies in. */
function findPiece(pieces: readonly Piece[], at: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

class Joiner {
  readonly #source: string;
  readonly #parts: string[] = [];
  readonly #pieces: Piece[] = [];
  #length = 0;

  constructor(source: string) {
    this.#source = source;
  }

  add(from: number, to: number, isSeam: boolean): void {
    if (to <= from) return;
    this.#pieces.push({ at: this.#length, from, isSeam });
    this.#push(this.#source.slice(from, to));
  }

  /** A character that is written out in the source, from there on. */
  addDecoded(from: number, character: string): void {
    this.#pieces.push({ at: this.#length, from, isSeam: true });
    this.#push(character);
  }

  /** Nothing reaches over it. */
  addBreak(): void {
    if (this.#length > 0) this.#push('\n\n');
  }

  done(): JoinedText {
    return { text: this.#parts.join(''), pieces: this.#pieces };
  }

  #push(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}

/** Letters, digits and `$ + - . / = _ ~`. */
function isTokenCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 45 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    code === 36 ||
    code === 126 ||
    code === 43 ||
    code === 61
  );
}

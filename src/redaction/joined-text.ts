import { findHiddenSpans, isHidden } from '../shared/terminal.ts';
import { looksRandom } from './rules/secret-value.ts';
import type { Span } from './span.ts';

/** Parts of a text joined as a person reads them, with a mapping back. */
export interface JoinedText {
  text: string;
  /** The positions of the pieces in `text`, and their positions in the source. */
  pieces: readonly Piece[];
}

interface Piece {
  /** Index in the joined text. */
  at: number;
  /** Index in the source. */
  from: number;
  /** Whether its first character directly follows the last one of the piece before: the source between them is a seam. */
  isSeam: boolean;
}

/**
 * Joins the visible parts of a text; returns undefined if all of it is visible. A colour, or a zero-width character, may be in
 * the middle of a token.
 */
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

/** An escaped line break, colour or zero-width character, as in JSON and in programs, with any number of backslashes. */
const ESCAPES = /\\{1,8}(?:u([0-9a-f]{4})|x(1b)|0?(33)(?=\[)|(e)(?=\[)|(r\\{1,8}n|[nr]))/gi;

/**
 * Replaces escapes of line breaks and invisible characters by the characters they stand for; returns undefined if there are none.
 */
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

/** Whether a character is a control character, invisible, or half of a surrogate pair, which may be invisible. */
function isBreaking(code: number): boolean {
  return code === LINE_FEED || isHidden(code) || (code >= 0xd800 && code < 0xe000);
}

/** Narrower lines were not wrapped: they end where somebody wanted them to. */
const NARROWEST = 40;
/** Maximum distance from a wrapped token back to its name, and forward to the end of the token. */
const REACH = 160;

/**
 * Joins lines that were broken in the middle of something like a token; returns undefined if there are none. `lineFeeds` are
 * those that may have broken one, in order; the lines below each are joined to it as long as the token may continue.
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
      // A token that fills a whole line may continue on the next one, too.
      const lineFeed: number = isLineEnd(text, head) ? text.indexOf('\n', head) : -1;
      const following: Seam | undefined = lineFeed < 0 ? undefined : readSeam(text, lineStart, lineFeed);
      taken = following?.end ?? Math.min(head + REACH, endOfLine(text, head));
      joiner.add(lineStart, taken, true);
      seam = following;
    }
  }
  return joiner?.done();
}

/**
 * A string of at least this length that looks random is part of a token, even before a sign that assigns a value: nobody chooses
 * a random name.
 */
const LEAST_RANDOM = 20;

/** A break in the middle of something like a token. */
interface Seam {
  /** Index after the last character before the break. */
  end: number;
  /** Index of the first character after it. */
  next: number;
  /** Index after the part of the token that follows it. */
  head: number;
}

/** Returns the break if it is in the middle of a token, and not between two words, two paths or two assignments. */
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
  // No further back than needed: anything there is wide enough.
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

/** Maps spans of the joined text to spans of the source; those that cross no seam are found in the source itself. */
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

/** Returns the index of the piece that contains an index of the joined text. */
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

  /** Adds a character that is escaped in the source, starting there. */
  addDecoded(from: number, character: string): void {
    this.#pieces.push({ at: this.#length, from, isSeam: true });
    this.#push(character);
  }

  /** Adds a break that no match can cross. */
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

/** Whether a character occurs in tokens: letters, digits and `$ + - . / = _ ~`. */
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

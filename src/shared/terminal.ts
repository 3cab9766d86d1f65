/**
 * The text as a person would see it, and nothing that could make them see another one: no terminal sequences (colours, titles, links,
 * device strings), no control characters but line feed and tab, no direction overrides, no characters without width.
 *
 * A lone carriage return becomes a line feed: what stands before it was overwritten on a screen, and must not be joined to what follows.
 * Strip before redacting: a secret with a colour code in it is recognised only without.
 */
export function stripControls(text: string): string {
  const hidden = findHiddenSpans(text);
  if (hidden.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, isBreak } of hidden) {
    pieces.push(text.slice(from, start));
    if (isBreak) pieces.push('\n');
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** A stretch of a text that nobody sees. */
export interface HiddenSpan {
  start: number;
  /** Index after its last character. */
  end: number;
  /** What follows stands on another line. */
  isBreak: boolean;
}

/** What `stripControls` takes out of a text, in order. */
export function findHiddenSpans(text: string): HiddenSpan[] {
  // Most texts are plain: this reads ten times as fast as looking at each character.
  if (!/[^ -~\n\t]/.test(text)) return [];
  const spans: HiddenSpan[] = [];
  /** The last span, where what follows it may be part of it: neither a break nor the end of a line is. */
  let row: HiddenSpan | undefined;
  for (let start = findHidden(text, 0); start < text.length; ) {
    const code = text.charCodeAt(start);
    const isBreak =
      (code === CARRIAGE_RETURN && text.charCodeAt(start + 1) !== LINE_FEED) ||
      code === LINE_SEPARATOR ||
      code === PARAGRAPH_SEPARATOR;
    const end = code === ESCAPE ? skipEscape(text, start + 1) : skipControl(text, start, code);
    // A row of them is one span: a hostile text is nothing else.
    const isAlone = isBreak || code === CARRIAGE_RETURN;
    if (!isAlone && row?.end === start) row.end = end;
    else {
      const span = { start, end, isBreak };
      spans.push(span);
      row = isAlone ? undefined : span;
    }
    start = findHidden(text, end);
  }
  return spans;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BELL = 0x07;
const ESCAPE = 0x1b;
const LINE_SEPARATOR = 0x2028;
const PARAGRAPH_SEPARATOR = 0x2029;
const STRING_TERMINATOR = 0x9c;
/** The same sequence starts with ESC and a letter or with one character of the C1 block, 0x40 above the letter. */
const C1_OFFSET = 0x40;
/** `[`: cursor and colours. */
const CONTROL_SEQUENCE = 0x5b;
/** `P`, `X`, `]`, `^`, `_`: a string follows up to its terminator, as in titles and links. */
const STRING_INTRODUCERS = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f]);

/** Characters of one unit that show nothing or turn the direction, beyond the control blocks: Unicode's default ignorable ones and more. */
const HIDDEN_RANGES: readonly (readonly [number, number])[] = [
  [0x00ad, 0x00ad], // soft hyphen
  [0x034f, 0x034f], // grapheme joiner
  [0x061c, 0x061c], // direction mark
  [0x115f, 0x1160], // fillers without width
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f], // zero-width space, joiners, direction marks
  [0x2028, 0x202e], // separators, embeddings, overrides
  [0x2060, 0x206f], // word joiner, invisible operators, isolates
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f], // variation selectors: any text can be hidden in a row of them
  [0xfeff, 0xfeff], // zero-width no-break space
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
];

const HIDDEN = new Uint8Array(1 << 16);
for (const [first, last] of HIDDEN_RANGES) HIDDEN.fill(1, first, last + 1);

/** Index of the next character that must go, or the text's length. */
function findHidden(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 && code < 0x7f) continue;
    if (isHidden(code) || (code >= 0xd800 && code < 0xdc00 && isHiddenPair(text.codePointAt(at) ?? 0))) return at;
  }
  return text.length;
}

/** Whether a character of one unit shows nothing, or turns the direction. */
export function isHidden(code: number): boolean {
  if (code < 0xa0) return code !== LINE_FEED && code !== TAB && (code < 0x20 || code >= 0x7f);
  return HIDDEN[code] === 1;
}

/** Format characters of shorthand and music, tags, and further variation selectors: in two units. */
function isHiddenPair(point: number): boolean {
  return (
    (point >= 0x1bca0 && point <= 0x1bca3) || (point >= 0x1d173 && point <= 0x1d17a) || (point >= 0xe0000 && point <= 0xe0fff)
  );
}

/** Index after the hidden character at `at`, with the sequence it starts. */
function skipControl(text: string, at: number, code: number): number {
  if (code >= 0x80 && code < 0xa0) return skipSequence(text, at + 1, code - C1_OFFSET);
  return at + (isHidden(code) ? 1 : 2);
}

/** Index after the sequence whose ESC stands before `at`; a lone ESC goes alone. */
function skipEscape(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0x40 && code < 0x60) return skipSequence(text, at + 1, code);
  // ESC, intermediate characters, a final one: character sets, keypad modes, reset.
  const end = skipWhile(text, at, 0x20, 0x2f);
  const final = text.charCodeAt(end);
  return final >= 0x30 && final < 0x7f ? end + 1 : at;
}

function skipSequence(text: string, at: number, introducer: number): number {
  if (introducer === CONTROL_SEQUENCE) {
    const end = skipWhile(text, skipWhile(text, at, 0x30, 0x3f), 0x20, 0x2f);
    const final = text.charCodeAt(end);
    return final >= 0x40 && final < 0x7f ? end + 1 : end;
  }
  return STRING_INTRODUCERS.has(introducer) ? skipString(text, at) : at;
}

/** A string that does not end on its line is no string: only what introduced it goes, and the text shows. */
function skipString(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === BELL || code === STRING_TERMINATOR) return end + 1;
    if (code === ESCAPE) return text.charAt(end + 1) === '\\' ? end + 2 : at;
    // Any other control character breaks it off. So nothing is read more than twice.
    if (isHidden(code) || code === LINE_FEED) return at;
  }
  return at;
}

function skipWhile(text: string, at: number, first: number, last: number): number {
  let end = at;
  while (text.charCodeAt(end) >= first && text.charCodeAt(end) <= last) end++;
  return end;
}

/**
 * Returns the text as a person would see it, without anything that could make them see a different one: no terminal sequences
 * (colours, titles, links, device strings), no control characters except line feed and tab, no direction overrides, no zero-width
 * characters.
 *
 * A lone carriage return becomes a line feed: the text before it was overwritten on a screen, and must not be joined to the text
 * after it. Strip before redacting: a secret with a colour code in it is recognised only without.
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

/** An invisible part of a text. */
interface HiddenSpan {
  start: number;
  /** Index after its last character. */
  end: number;
  /** Whether the text after it is on another line. */
  isBreak: boolean;
}

/** Returns the parts of a text that `stripControls` removes, in order. */
export function findHiddenSpans(text: string): HiddenSpan[] {
  // Most texts are plain: this test is ten times as fast as checking each character.
  if (!/[^ -~\n\t]/.test(text)) return [];
  const spans: HiddenSpan[] = [];
  /** The last span, if the text after it may be part of it: neither a break nor the end of a line is. */
  let row: HiddenSpan | undefined;
  for (let start = findHidden(text, 0); start < text.length; ) {
    const code = text.charCodeAt(start);
    const isBreak =
      (code === CARRIAGE_RETURN && text.charCodeAt(start + 1) !== LINE_FEED) ||
      code === LINE_SEPARATOR ||
      code === PARAGRAPH_SEPARATOR;
    const end = code === ESCAPE ? skipEscape(text, start + 1) : skipControl(text, start, code);
    // A row of hidden characters is one span: a hostile text may consist of nothing else.
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

/**
 * Characters of one unit that are invisible or change the direction, beyond the control blocks: Unicode's default ignorable ones
 * and more.
 */
const HIDDEN_RANGES: readonly (readonly [number, number])[] = [
  [0x00ad, 0x00ad], // soft hyphen
  [0x034f, 0x034f], // grapheme joiner
  [0x061c, 0x061c], // direction mark
  [0x115f, 0x1160], // zero-width fillers
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f], // zero-width space, joiners, direction marks
  [0x2028, 0x202e], // separators, embeddings, overrides
  [0x2060, 0x206f], // word joiner, invisible operators, isolates
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f], // variation selectors: any text can be hidden in a sequence of these
  [0xfeff, 0xfeff], // zero-width no-break space
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
];

const HIDDEN = new Uint8Array(1 << 16);
for (const [first, last] of HIDDEN_RANGES) HIDDEN.fill(1, first, last + 1);

/** Returns the index of the next character to remove, or the text's length. */
function findHidden(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 && code < 0x7f) continue;
    if (isHidden(code) || (code >= 0xd800 && code < 0xdc00 && isHiddenPair(text.codePointAt(at) ?? 0))) return at;
  }
  return text.length;
}

/** Whether a character of one unit is invisible, or changes the direction. */
export function isHidden(code: number): boolean {
  if (code < 0xa0) return code !== LINE_FEED && code !== TAB && (code < 0x20 || code >= 0x7f);
  return HIDDEN[code] === 1;
}

/**
 * Whether a character of two units is invisible: format characters of shorthand and music, tags, and further variation selectors.
 */
function isHiddenPair(point: number): boolean {
  return (
    (point >= 0x1bca0 && point <= 0x1bca3) ||
    (point >= 0x1d173 && point <= 0x1d17a) ||
    (point >= 0xe0000 && point <= 0xe0fff)
  );
}

/** Returns the index after the hidden character at `at`, with the sequence it starts. */
function skipControl(text: string, at: number, code: number): number {
  if (code >= 0x80 && code < 0xa0) return skipSequence(text, at + 1, code - C1_OFFSET);
  return at + (isHidden(code) ? 1 : 2);
}

/** Returns the index after the sequence whose ESC is before `at`; a lone ESC is removed alone. */
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

/** A string that does not end on its line is not a string: only its introducer is removed, and the text is visible. */
function skipString(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === BELL || code === STRING_TERMINATOR) return end + 1;
    if (code === ESCAPE) return text.charAt(end + 1) === '\\' ? end + 2 : at;
    // Any other control character ends it. So nothing is read more than twice.
    if (isHidden(code) || code === LINE_FEED) return at;
  }
  return at;
}

function skipWhile(text: string, at: number, first: number, last: number): number {
  let end = at;
  while (text.charCodeAt(end) >= first && text.charCodeAt(end) <= last) end++;
  return end;
}

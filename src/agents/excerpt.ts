/** Characters kept of a long output: its beginning and its end, where commands say what they do and how it went. */
const HEAD = 1500;
const TAIL = 2500;

/** Characters kept of each kind of text. */
export const LIMITS = { command: 4000, edit: 400, argument: 500, message: 2000, statement: 1000 } as const;

/**
 * The margin of the first of two cuts. Texts are cut twice, so that no secret is cut in half before it is recognised. The reader
 * keeps this much more than needed on each side of a cut and ends where no word is split; the text is redacted; then `settle`
 * cuts it to size.
 */
const MARGIN = 256;

/** How far back a cut searches for a place between two words. Longer words are data, not secrets. */
const LONGEST_WORD = 4096;

/**
 * Returns the beginning and end of a long text with a note between them, not yet redacted; `omitted` is the number of characters
 * already lost in its middle.
 */
export function excerpt(text: string, omitted = 0): string {
  if (text.length <= HEAD + TAIL + 2 * MARGIN && omitted === 0) return text;
  const head = closeKeys(cutEnd(text, HEAD + MARGIN));
  const tail = openKeys(cutStart(text, TAIL + MARGIN));
  return copy(`${head}${note(text.length - head.length - tail.length + omitted)}${tail}`);
}

/** Returns the beginning of a long text, not yet redacted. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit + MARGIN) return text;
  return copy(closeKeys(cutEnd(text, limit + MARGIN)));
}

/** Cuts an excerpt to its final size after redaction. */
export function settleExcerpt(text: string): string {
  if (text.length <= HEAD + TAIL) return text;
  const found = /\n\[… (\d+) characters left out …\]\n/.exec(text);
  const before = found === null ? text : text.slice(0, found.index);
  const after = found === null ? text : text.slice(found.index + found[0].length);
  const head = trimPair(before.slice(0, HEAD));
  const tail = after.slice(-TAIL).replace(/^[\uDC00-\uDFFF]/, '');
  const lost =
    found === null
      ? text.length - head.length - tail.length
      : Number(found[1]) + before.length - head.length + (after.length - tail.length);
  return `${head}${note(lost)}${tail}`;
}

/**
 * Cuts a clipped text to its final size after redaction. It is not copied: little of it is cut off, and writing it to the index
 * makes it flat.
 */
export function settleClip(text: string, limit: number): string {
  return text.length <= limit ? text : `${trimPair(text.slice(0, limit - 1))}…`;
}

/** Copies a text, because V8 keeps the whole text in memory for the smallest slice of it. */
function copy(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function note(omitted: number): string {
  return `\n[… ${omitted} characters left out …]\n`;
}

/** Returns the first `size` characters, or fewer if that would split a line or a word. */
function cutEnd(text: string, size: number): string {
  const line = text.lastIndexOf('\n', size);
  if (line > size - MARGIN) return text.slice(0, line);
  for (let at = size; at > 0 && at > size - LONGEST_WORD; at--) {
    if (isBetweenWords(text.charCodeAt(at))) return text.slice(0, at);
  }
  return size > LONGEST_WORD ? trimPair(text.slice(0, size)) : '';
}

/** Returns the last `size` characters, or fewer if that would split a line or a word. */
function cutStart(text: string, size: number): string {
  const start = text.length - size;
  const line = text.indexOf('\n', start);
  if (line >= 0 && line < start + MARGIN) return text.slice(line + 1);
  for (let at = start; at < text.length && at < start + LONGEST_WORD; at++) {
    if (isBetweenWords(text.charCodeAt(at))) return text.slice(at + 1);
  }
  return '';
}

/** Whether a character is whitespace or ends a value: quotes, commas, semicolons, brackets, pipes, ampersands. */
function isBetweenWords(code: number): boolean {
  return code <= 32 || '"\'`,;()[]{}<>|&'.includes(String.fromCharCode(code));
}

/** Removes a key block that is cut off: half of it would not be recognised. */
function closeKeys(text: string): string {
  const begin = text.lastIndexOf('-----BEGIN ');
  return begin >= 0 && !text.includes('-----END ', begin) ? text.slice(0, begin) : text;
}

function openKeys(text: string): string {
  const end = text.indexOf('-----END ');
  if (end < 0) return text;
  const begin = text.indexOf('-----BEGIN ');
  if (begin >= 0 && begin < end) return text;
  const line = text.indexOf('\n', end);
  return line < 0 ? '' : text.slice(line + 1);
}

/** Removes half of a surrogate pair, which is not a character. */
function trimPair(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

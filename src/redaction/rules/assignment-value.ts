import type { SecretKey } from './assignment-key.ts';
import { type RunEnd, runReader } from './run-end.ts';
import { isReference } from './secret-value.ts';

/** The value assigned to a name. */
export interface AssignedValue {
  /** Start and end of the content, without quotes. */
  start: number;
  end: number;
  content: string;
  isQuoted: boolean;
}

/** No password is longer; a longer value is a document. */
const LONGEST = 2_000;
/**
 * The letters before a literal in Python and Rust, the backslashes of JSON in JSON, and `'\''`, a quote within a shell's quotes.
 */
const OPENING = /(?:[bfru]{0,2})(?:'\\{1,4}''|(\\{0,7})(["'`]))/iy;

/** Reads the value after a name; undefined if there is none on that line. */
export function readValue(text: string, key: SecretKey): AssignedValue | undefined {
  OPENING.lastIndex = key.valueStart;
  const opening = OPENING.exec(text);
  if (opening !== null) return readQuoted(text, OPENING.lastIndex, opening[1]?.length ?? 0, opening[2] ?? "'");
  if (key.connector === ':') {
    const block = readBlock(text, key);
    if (block !== undefined) return block;
  }
  const end = key.place === 'markup' ? readUntil(text, key.valueStart, '</') : readBare(text, key);
  if (end <= key.valueStart) return undefined;
  return { start: key.valueStart, end, content: text.slice(key.valueStart, end), isQuoted: key.place === 'markup' };
}

/**
 * Reads a quoted value. The closing quote has as many backslashes before it as the opening one: `\"a\"` in JSON in JSON. If it is
 * missing, the log cut it off, and the rest of the line is the value.
 */
function readQuoted(text: string, start: number, backslashes: number, quote: string): AssignedValue | undefined {
  const limit = Math.min(text.length, start + LONGEST);
  let end = start;
  let run = 0;
  for (; end < limit; end++) {
    const character = text.charAt(end);
    if (character === '\n' || character === '\r') break;
    if (character === quote && (backslashes === 0 ? run % 2 === 0 : run <= backslashes)) {
      end -= backslashes === 0 ? 0 : run;
      break;
    }
    run = character === '\\' ? run + 1 : 0;
  }
  if (end === limit && limit < text.length) return undefined;
  return end === start ? undefined : { start, end, content: text.slice(start, end), isQuoted: true };
}

function readUntil(text: string, start: number, stop: string): number {
  const end = text.slice(start, start + LONGEST).indexOf(stop);
  return end === -1 ? start : start + end;
}

/** The sign of a YAML block, literal or folded, alone on its line. */
const BLOCK = /[|>][+-]?\d?[+-]?[ \t]{0,8}(?:#[^\r\n]{0,80})?(\r?\n|\\r?\\n|\\n)/y;
/** The line breaks of JSON in JSON are escaped. */
const BLOCK_LINE = /([ \t]{0,64})([^\r\n\\]{0,400})(\r?\n|\\r\\n|\\n|$|(?=["'`]))/y;
const MOST_LINES = 40;

/** Reads `password: |`: the lines below that are indented further than the name. */
function readBlock(text: string, key: SecretKey): AssignedValue | undefined {
  BLOCK.lastIndex = key.valueStart;
  if (!BLOCK.test(text)) return readFlatBlock(text, key);
  const indent = columnOf(text, key.nameStart);
  let [start, end] = [0, 0];
  BLOCK_LINE.lastIndex = BLOCK.lastIndex;
  for (let count = 0; count < MOST_LINES; count++) {
    const lineStart = BLOCK_LINE.lastIndex;
    const line = BLOCK_LINE.exec(text);
    const [, blanks = '', content = '', lineBreak = ''] = line ?? [];
    if (line === null || (content !== '' && blanks.length <= indent)) break;
    if (content !== '') {
      if (start === 0) start = lineStart + blanks.length;
      end = lineStart + blanks.length + content.trimEnd().length;
    }
    if (lineBreak === '') break;
  }
  return start === 0 ? undefined : { start, end, content: text.slice(start, end), isQuoted: true };
}

/** A block whose line breaks became spaces. A shorter word is a program that something is piped to: `base64`, `sha256sum`. */
const FLAT_BLOCK = /[|>][+-]?\d?[+-]? {1,8}(?=[^\s"'`|>]{0,60}\d)([^\s"'`|>]{10,200})(?= |$)/y;

function readFlatBlock(text: string, key: SecretKey): AssignedValue | undefined {
  FLAT_BLOCK.lastIndex = key.valueStart;
  const content = FLAT_BLOCK.exec(text)?.[1];
  if (content === undefined) return undefined;
  const end = FLAT_BLOCK.lastIndex;
  return { start: end - content.length, end, content, isQuoted: true };
}

/** Returns the number of spaces before the name on its line; the mark of a list counts as one. */
function columnOf(text: string, nameStart: number): number {
  return (
    /(?:^|[\n\r]|\\n)([ \t]{0,64}(?:- {1,4})?)["']?$/.exec(text.slice(Math.max(0, nameStart - 80), nameStart))?.[1]
      ?.length ?? 0
  );
}

/** Up to whitespace, a quote or an escape; the narrower ones also up to a character that ends a word in a shell or in code. */
const wholeLine = runReader(/[^\s\p{Cc}"'`…]/u);
const shellWord = runReader(/[^\s\p{Cc}"'`…;&|<>()]/u);
const codeWord = runReader(/[^\s\p{Cc}"'`…;&|<>(){}[\],]/u);
const LINE_END = /[\r\n]|\\[nr]|$/y;

function readBare(text: string, key: SecretKey): number {
  const start = key.valueStart;
  // A line of an environment file: everything belongs to the value.
  if (key.place === 'environment' && startsLine(text, key.nameStart)) {
    const wide = readRun(wholeLine, text, start);
    LINE_END.lastIndex = wide;
    if (wide > start && LINE_END.test(text)) return wide;
  }
  const isShell = key.place === 'environment' || key.place === 'flag';
  const end = readRun(isShell ? shellWord : codeWord, text, start);
  if (key.place === 'path') return start + (/[/\\]/.exec(text.slice(start, end))?.index ?? end - start);
  const tail = /[.,:}\]]{1,4}$/.exec(text.slice(Math.max(start, end - 4), end))?.[0] ?? '';
  const next = text.charAt(end) === '…' ? 1 : 0;
  if (tail === '' && next === 0) return end;
  // `ghp_...` shows what a secret looks like: the dots are kept for the check of the value. Otherwise they stand for the rest of
  // it.
  return isReference(text.slice(start, end + next)) ? end + next : end - tail.length;
}

function readRun(runEnd: RunEnd, text: string, start: number): number {
  return Math.min(runEnd(text, start), start + LONGEST);
}

/** Whether only spaces, `export` or `env` are before the name on its line. */
function startsLine(text: string, nameStart: number): boolean {
  return /(?:^|[\n\r]|\\n)[ \t]{0,16}(?:(?:export|env|set|ENV|ARG) {1,2})?$/.test(
    text.slice(Math.max(0, nameStart - 32), nameStart),
  );
}

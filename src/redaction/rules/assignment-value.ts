import type { SecretKey } from './assignment-key.ts';
import { isReference } from './secret-value.ts';

/** What is given to a name. */
export interface Value {
  /** Where the content starts and ends, quotes left out. */
  start: number;
  end: number;
  content: string;
  isQuoted: boolean;
}

/** No password is longer; what is longer is a document. */
const LONGEST = 2_000;
/** The letters before a literal in Python and Rust, and the backslashes of JSON in JSON. */
const OPENING = /(?:[bfru]{0,2})(\\{0,7})(["'`])/iy;

/** Reads the value after a name; undefined where there is none on that line. */
export function readValue(text: string, key: SecretKey): Value | undefined {
  OPENING.lastIndex = key.valueStart;
  const opening = OPENING.exec(text);
  if (opening !== null) return readQuoted(text, OPENING.lastIndex, opening[1]?.length ?? 0, opening[2] ?? '"');
  const end = key.place === 'markup' ? readUntil(text, key.valueStart, '</') : readBare(text, key);
  if (end <= key.valueStart) return undefined;
  return { start: key.valueStart, end, content: text.slice(key.valueStart, end), isQuoted: key.place === 'markup' };
}

/**
 * The closing quote has as many backslashes before it as the opening one: `\"a\"` in JSON in JSON. Where it is missing, the log cut it
 * off, and the rest of the line is the value.
 */
function readQuoted(text: string, start: number, backslashes: number, quote: string): Value | undefined {
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

/** Up to a blank, a quote or an escape written out; the narrower ones also up to what ends a word in a shell or in code. */
const WHOLE_LINE = /(?:[^\s\p{Cc}"'`\\…]|\\(?![nrtux"'`\\])){1,2000}(?=[\r\n]|\\[nr]|$)/uy;
const SHELL_WORD = /(?:[^\s\p{Cc}"'`\\…;&|<>()]|\\(?![nrtux"'`\\])){1,2000}/uy;
const CODE_WORD = /(?:[^\s\p{Cc}"'`\\…;&|<>(){}[\],]|\\(?![nrtux"'`\\])){1,2000}/uy;

function readBare(text: string, key: SecretKey): number {
  const start = key.valueStart;
  // A line of an environment file: everything belongs to the value.
  const wide = key.place === 'environment' && key.startsLine ? matchEnd(WHOLE_LINE, text, start) : start;
  if (wide > start) return wide;
  const isShell = key.place === 'environment' || key.place === 'flag';
  const end = matchEnd(isShell ? SHELL_WORD : CODE_WORD, text, start);
  const tail = /[.,:}\]]+$/.exec(text.slice(Math.max(start, end - 4), end))?.[0] ?? '';
  const next = text.charAt(end) === '…' ? 1 : 0;
  // `ghp_...` shows what a secret looks like: the dots are left for whoever judges the value. Otherwise they stand for the rest of it.
  return isReference(text.slice(start, end + next)) ? end + next : end - tail.length;
}

function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

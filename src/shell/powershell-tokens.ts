import type { Word } from '../programs/command.ts';

/** A word, an operator between commands, or the end of a statement. */
export interface PowerShellToken {
  /** The kind of token. */
  readonly kind: 'word' | 'operator' | 'end';
  /** The text of an operator. */
  readonly text: string;
  /** The word, if the token is one. */
  readonly word: Word;
  /** The offset at which it begins. */
  readonly start: number;
}

/** The tokens of a text, and facts noted while reading it. */
interface PowerShellTokens {
  /** The tokens, in order. */
  readonly tokens: PowerShellToken[];
  /** Whether a here-string was found. */
  readonly hereString: boolean;
  /** Whether every quote and bracket was closed. */
  readonly closed: boolean;
}

const NO_WORD: Word = { text: '', quoted: false, hasExpansion: false, isGlob: false };
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };

/** Splits PowerShell into tokens in one pass. Brackets inside a word stay whole; braces at the start of a command are bodies. */
export function tokenizePowerShell(text: string): PowerShellTokens {
  const tokens: PowerShellToken[] = [];
  let hereString = false;
  let closed = true;
  let at = 0;
  const push = (kind: 'operator' | 'end', length: number): void => {
    tokens.push({ kind, text: text.slice(at, at + length), word: NO_WORD, start: at });
    at += length;
  };
  while (at < text.length) {
    const char = text[at] ?? '';
    const two = text.slice(at, at + 2);
    if (char === ' ' || char === '\t' || char === '\r') at++;
    else if (char === '`' && /^`\r?\n/.test(text.slice(at, at + 3))) at += text[at + 1] === '\r' ? 3 : 2;
    else if (two === '<#') at = after(text, '#>', at + 2);
    else if (char === '#') at = before(text, '\n', at);
    else if (char === '\n' || char === ';') push('end', 1);
    else if (two === '&&' || two === '||') push('operator', 2);
    else if (char === '|') push('operator', 1);
    else if (char === '}' || (char === '{' && opensBody(tokens))) push('end', 1);
    else if (char === '&' && !startsCommand(tokens)) push('operator', 1);
    else {
      const read = readWord(text, at);
      hereString ||= read.hereString;
      closed &&= read.closed;
      tokens.push({ kind: 'word', text: '', word: read.word, start: at });
      at = Math.max(read.end, at + 1);
    }
  }
  return { tokens, hereString, closed };
}

function startsCommand(tokens: readonly PowerShellToken[]): boolean {
  const last = tokens.at(-1);
  return last === undefined || last.kind !== 'word' || last.word.text === '=';
}

/** Whether a brace opens a body, as in `if (…) {`, and is not a block passed as an argument, as in `Where-Object {`. */
function opensBody(tokens: readonly PowerShellToken[]): boolean {
  if (startsCommand(tokens)) return true;
  const last = tokens.at(-1)?.word;
  const keyword = (last?.text.startsWith('(') ? tokens.at(-2)?.word.text : last?.text) ?? '';
  return /^(?:if|elseif|else|foreach|for|while|do|switch|try|catch|finally|until)$/i.test(keyword);
}

function readWord(text: string, start: number): { word: Word; end: number; hereString: boolean; closed: boolean } {
  let value = '';
  let quoted = false;
  let hasExpansion = false;
  let isGlob = false;
  let hereString = false;
  let closed = true;
  let at = start;
  while (at < text.length) {
    const char = text[at] ?? '';
    const two = text.slice(at, at + 2);
    if (/[\s;|]/.test(char) || (char === '}' && at > start) || (char === '&' && at > start && text[at - 1] !== '>'))
      break;
    if (char === '&' && at === start) {
      value = '&';
      at++;
      break;
    }
    if ((two === "@'" || two === '@"') && /^\r?\n/.test(text.slice(at + 2, at + 4))) {
      const end = text.indexOf(`\n${two[1]}@`, at + 2);
      value += text.slice(at + 3, end < 0 ? text.length : end);
      hereString = quoted = true;
      closed &&= end >= 0;
      at = end < 0 ? text.length : end + 3;
    } else if (char === "'" || char === '"') {
      const end = endOfQuote(text, at, char);
      const inside = text.slice(at + 1, end);
      value += char === "'" ? inside.replaceAll("''", "'") : inside.replaceAll('""', '"').replace(/`(["$`])/g, '$1');
      quoted = true;
      hasExpansion ||= char === '"' && inside.includes('$');
      closed &&= end < text.length;
      at = end + 1;
    } else if (char === '(' || char === '{' || (char === '[' && value === '')) {
      const end = endOfBracket(text, at);
      value += text.slice(at, end);
      hasExpansion = true;
      closed &&= text[end - 1] === CLOSERS[char];
      at = end;
    } else if (char === '`') {
      value += text[at + 1] ?? '';
      quoted = true;
      at += 2;
    } else {
      if (char === '$') hasExpansion = true;
      if (char === '*' || char === '?') isGlob = true;
      value += char;
      at++;
    }
  }
  return { word: { text: value, quoted, hasExpansion, isGlob }, end: at, hereString, closed };
}

function endOfQuote(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '`' && quote === '"') at++;
    else if (char === quote) {
      if (text[at + 1] !== quote) return at;
      at++;
    }
  }
  return text.length;
}

function endOfBracket(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === "'" || char === '"') at = endOfQuote(text, at, char);
    else if (char === '`') at++;
    else if (char === '(' || char === '{' || char === '[') depth++;
    else if (char === ')' || char === '}' || char === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function after(text: string, needle: string, from: number): number {
  const found = text.indexOf(needle, from);
  return found < 0 ? text.length : found + needle.length;
}

function before(text: string, needle: string, from: number): number {
  const found = text.indexOf(needle, from);
  return found < 0 ? text.length : found;
}

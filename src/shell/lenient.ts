import type { Redirection, Word } from '../programs/command.ts';
import type { Segment, Separator } from './segments.ts';

const REDIRECT = /^(?:\d?|&|\*)(?:>>?[|&]?|<<<|<<-?|<)/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * Splits a text that is not valid shell at white space and separators, as well as possible. A quote that is never closed counts
 * as an ordinary character. One pass: every character is examined a bounded number of times.
 */
export function splitLeniently(text: string): Segment[] {
  const segments: Segment[] = [];
  const lastQuote = { "'": text.lastIndexOf("'"), '"': text.lastIndexOf('"') };
  let words: Word[] = [];
  let start = 0;
  let at = 0;

  const finish = (then: Separator, end: number): void => {
    const segment = toSegment(words, text.slice(start, end).trim(), then);
    if (segment !== undefined) segments.push(segment);
    words = [];
  };

  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === ' ' || char === '\t' || char === '\r') {
      at++;
    } else if (char === '\\' && text[at + 1] === '\n') {
      at += 2;
    } else if (char === '#') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (char === '\n' || char === ';') {
      finish(';', at);
      start = ++at;
    } else if (char === '|' || (char === '&' && text[at + 1] !== '>')) {
      const double = text[at + 1] === char;
      finish(char === '|' ? (double ? '||' : '|') : double ? '&&' : '&', at);
      at += double ? 2 : 1;
      start = at;
    } else {
      const word = readLenientWord(text, at, lastQuote);
      words.push(word.word);
      at = Math.max(word.end, at + 1);
    }
  }
  finish('', text.length);
  return segments;
}

function readLenientWord(
  text: string,
  start: number,
  lastQuote: Readonly<Record<"'" | '"', number>>,
): { word: Word; end: number } {
  let value = '';
  let quoted = false;
  let isGlob = false;
  let hasExpansion = false;
  let at = start;
  for (; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === ' ' || char === '\t' || char === '\n' || char === '\r' || char === ';' || char === '|') break;
    if (char === '&' && text[at - 1] !== '>' && text[at + 1] !== '>') break;
    if ((char === '"' || char === "'") && at < lastQuote[char]) {
      const close = text.indexOf(char, at + 1);
      const inside = text.slice(at + 1, close);
      quoted = true;
      if (char === '"' && /[$`]/.test(inside)) hasExpansion = true;
      value += inside;
      at = close;
      continue;
    }
    if (char === '\\' && at + 1 < text.length && !/[\w.]/.test(text[at + 1] ?? '')) {
      quoted = true;
      value += text[++at] ?? '';
      continue;
    }
    if (char === '*' || char === '?' || char === '[') isGlob = true;
    if (char === '$' || char === '`') hasExpansion = true;
    value += char;
  }
  return { word: { text: value, quoted, hasExpansion, isGlob }, end: at };
}

function toSegment(words: readonly Word[], source: string, then: Separator): Segment | undefined {
  const kept: Word[] = [];
  const redirects: Redirection[] = [];
  let assigned: Record<string, string> | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const redirect = word.quoted ? undefined : REDIRECT.exec(word.text)?.[0];
    if (redirect !== undefined) {
      const attached = word.text.slice(redirect.length);
      redirects.push({ op: redirect, target: attached === '' ? (words[++at]?.text ?? '') : attached });
    } else if (kept.length === 0 && !word.quoted && ASSIGNMENT.test(word.text)) {
      assigned ??= {};
      const equals = word.text.indexOf('=');
      assigned[word.text.slice(0, equals)] = word.text.slice(equals + 1);
    } else if (kept.length > 0 || !/^[(){}!]+$/.test(word.text)) {
      kept.push(word);
    }
  }
  return kept.length === 0 ? undefined : { words: kept, redirects, assigned, source, then };
}

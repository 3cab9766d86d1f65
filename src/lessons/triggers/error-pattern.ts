import { compileExpression } from './expression.ts';
import { escapeGlob, parseGlob } from './glob.ts';

/** The longest text that counts as an error message; longer ones are whole outputs. */
const LONGEST = 200;

/** Characters with a meaning in a regular expression; a text without any of them is meant literally. */
const EXPRESSION = /[\\[\](){}*+?^$|]/;

/** The prefix of a stored pattern that is a regular expression; all others are patterns with stars and braces. */
export const EXPRESSION_MARK = 're:';

/** A pattern as stored, or the reason why a text is not one. */
export type PatternReading = { pattern: string } | { reason: string };

/**
 * Converts an error message, as people and other tools write it, to the pattern of a trigger: plain text, `*` for anything,
 * `{a,b}` for one of several. Everything that only has alternatives and gaps is written that way; other regular expressions are
 * kept unchanged, and matched in linear time. Those for which that is impossible are refused. Brackets or a question mark alone
 * do not make a text an expression.
 */
export function readPattern(text: string): PatternReading {
  if (text.length > LONGEST) return { reason: `it is longer than ${LONGEST} characters` };
  const slashed = /^\/(.+)\/i?$/.exec(text)?.[1];
  const source = slashed !== undefined && looksLikeExpression(slashed) ? slashed : text;
  const isExpression = EXPRESSION.test(source) && looksLikeExpression(source);
  const pattern = isExpression ? translate(source) : escapeText(source);
  if (pattern !== undefined)
    return isErrorPattern(pattern) && saysSomething(pattern)
      ? { pattern }
      : { reason: 'it would be about every error' };
  const expression = compileExpression(source);
  if ('reason' in expression) return expression;
  return isErrorPattern(EXPRESSION_MARK + source)
    ? { pattern: EXPRESSION_MARK + source }
    : { reason: 'it holds control characters' };
}

/** Whether each alternative of a pattern has two letters or digits: a single one occurs in every error. */
function saysSomething(pattern: string): boolean {
  return parseGlob(pattern)?.forms.every((form) => /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(form.join(' '))) ?? false;
}

/** Whether a text is such a pattern. One of nothing but stars would match every error. */
function isErrorPattern(text: string): boolean {
  if (text.length > LONGEST * 2 || /\p{Cc}/u.test(text)) return false;
  if (text.startsWith(EXPRESSION_MARK)) return !('reason' in compileExpression(text.slice(EXPRESSION_MARK.length)));
  return /[\p{L}\p{N}]/u.test(text) && parseGlob(text) !== undefined;
}

/**
 * Whether a text has syntax that nobody writes who means it literally: classes, gaps, groups that repeat or choose, anchors,
 * counts. `foo[0]`, `(Forbidden)`, `C++` and `what?` are literal texts, and so is a path with backslashes.
 */
function looksLikeExpression(text: string): boolean {
  if (/(?:^|[\s"'(])(?:[A-Za-z]:\\|\\\\\w)/.test(text)) return false;
  return (
    /\\(?:[dDwWsSbB](?![A-Za-z]{2})|b\w|[pP]\{|\d|[^\w\s])/.test(text) ||
    /\.[*+]|\(\?|[)\]][*+?{]|\{\d{1,4}(?:,\d{0,4})?\}/.test(text) ||
    /\[\^|\[[^\]]{0,60}\w-\w[^\]]{0,60}\]/.test(text) ||
    /[\w)\].]\|[\w([\\.]/.test(text) ||
    /^\^|(?:^|[^\\])\$$/.test(text)
  );
}

function escapeText(text: string): string {
  const pattern = escapeGlob(text);
  return pattern.startsWith(EXPRESSION_MARK) ? `*${pattern}` : pattern;
}

/**
 * Translates an expression that only has alternatives and gaps, with the alternatives at its top level or in one pair of
 * brackets.
 */
function translate(source: string): string | undefined {
  const top = translateAlternatives(source);
  if (top !== undefined) return top;
  const [, before = '', inner = '', after = ''] =
    /^([^()]*)\((?:\?:)?([^()]*\|[^()]*)\)([^()*+?{]?[^()]*)$/.exec(source) ?? [];
  const parts = [translateRun(before), translateAlternatives(inner), translateRun(after)];
  return parts.every((part) => part !== undefined) && inner !== ''
    ? parts.join('')
    : translateRun(asPlainBrackets(source));
}

function translateAlternatives(source: string): string | undefined {
  const parts = source.split('|').map(translateRun);
  if (parts.some((part) => part === undefined || part === '')) return undefined;
  return parts.length === 1 ? parts[0] : `{${parts.join(',')}}`;
}

/**
 * Escapes brackets that are plain text: `HTTP 403 (Forbidden)` is a message rather than a group, because nothing repeats or
 * chooses.
 */
function asPlainBrackets(source: string): string {
  return /\)[*+?{]|\(\?|\|/.test(source) ? source : source.replace(/(?<!\\)[()]/g, '\\$&');
}

/** Translates one sequence of plain text and gaps. */
function translateRun(source: string): string | undefined {
  let pattern = '';
  for (let at = 0; at < source.length; ) {
    const [gap] = /^\.[*+]\??/.exec(source.slice(at, at + 3)) ?? [];
    const sign = source[at] ?? '';
    const next = source[at + 1] ?? '';
    if (gap !== undefined) {
      pattern += pattern.endsWith('*') && !pattern.endsWith('\\*') ? '' : '*';
      at += gap.length;
    } else if (sign === '\\') {
      // A letter after it makes a class, an anchor or a back reference.
      if (next === '' || /[\p{L}\p{N}]/u.test(next)) return undefined;
      pattern += escapeGlob(next);
      at += 2;
    } else {
      if (EXPRESSION.test(sign)) return undefined;
      pattern += escapeGlob(sign);
      at += 1;
    }
  }
  return pattern;
}

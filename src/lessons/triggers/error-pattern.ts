import { compileExpression } from './expression.ts';
import { escapeGlob, parseGlob } from './glob.ts';

/** The longest text that is taken for what an error says; longer ones are whole outputs. */
const LONGEST = 200;

/** Signs that mean something in a regular expression, where a text has none of them it is meant as it stands. */
const EXPRESSION = /[\\[\](){}*+?^$|]/;

/** What a stored pattern begins with that is a regular expression; all others are patterns with stars and braces. */
export const EXPRESSION_MARK = 're:';

/** A pattern as it is stored, or why a text is none. */
export type PatternReading = { pattern: string } | { reason: string };

/**
 * What an error says, as people and other tools write it, in the patterns of triggers: plain text, `*` for anything, `{a,b}` for one of
 * several. All that only chooses or leaves gaps is said that way; other regular expressions are kept as they are, and matched in linear
 * time. What that cannot be said of is refused. A text with brackets or a question mark is not yet an expression.
 */
export function readPattern(text: string): PatternReading {
  if (text.length > LONGEST) return { reason: `it is longer than ${LONGEST} characters` };
  const slashed = /^\/(.+)\/i?$/.exec(text)?.[1];
  const source = slashed !== undefined && looksLikeExpression(slashed) ? slashed : text;
  const isExpression = EXPRESSION.test(source) && looksLikeExpression(source);
  const pattern = isExpression ? translate(source) : escapeText(source);
  if (pattern !== undefined)
    return isErrorPattern(pattern) && saysSomething(pattern) ? { pattern } : { reason: 'it would be about every error' };
  const expression = compileExpression(source);
  if ('reason' in expression) return expression;
  return isErrorPattern(EXPRESSION_MARK + source)
    ? { pattern: EXPRESSION_MARK + source }
    : { reason: 'it holds control characters' };
}

/** The same, or nothing where it is refused. */
export function toErrorPattern(text: string): string | undefined {
  const reading = readPattern(text);
  return 'pattern' in reading ? reading.pattern : undefined;
}

/** Whether each alternative of a pattern has two letters or digits: a single one stands in every error. */
function saysSomething(pattern: string): boolean {
  return parseGlob(pattern)?.forms.every((form) => /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(form.join(' '))) ?? false;
}

/** Whether a text is such a pattern. One of nothing but stars would be about every error. */
export function isErrorPattern(text: string): boolean {
  if (text.length > LONGEST * 2 || /\p{Cc}/u.test(text)) return false;
  if (text.startsWith(EXPRESSION_MARK)) return !('reason' in compileExpression(text.slice(EXPRESSION_MARK.length)));
  return /[\p{L}\p{N}]/u.test(text) && parseGlob(text) !== undefined;
}

/**
 * What nobody writes who means the text itself: classes, gaps, groups that repeat or choose, anchors, counts. `foo[0]`, `(Forbidden)`,
 * `C++` and `what?` are texts, and so is a path with backslashes.
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

/** An expression that only chooses and leaves gaps, with the alternatives at its top level or in one pair of brackets. */
function translate(source: string): string | undefined {
  const top = translateAlternatives(source);
  if (top !== undefined) return top;
  const [, before = '', inner = '', after = ''] = /^([^()]*)\((?:\?:)?([^()]*\|[^()]*)\)([^()*+?{]?[^()]*)$/.exec(source) ?? [];
  const parts = [translateRun(before), translateAlternatives(inner), translateRun(after)];
  return parts.every((part) => part !== undefined) && inner !== '' ? parts.join('') : translateRun(asPlainBrackets(source));
}

function translateAlternatives(source: string): string | undefined {
  const parts = source.split('|').map(translateRun);
  if (parts.some((part) => part === undefined || part === '')) return undefined;
  return parts.length === 1 ? parts[0] : `{${parts.join(',')}}`;
}

/** `HTTP 403 (Forbidden)` is a message rather than a group: nothing repeats or chooses. */
function asPlainBrackets(source: string): string {
  return /\)[*+?{]|\(\?|\|/.test(source) ? source : source.replace(/(?<!\\)[()]/g, '\\$&');
}

/** One stretch of plain text and gaps. */
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
      // A letter behind it is a class, an anchor or a back reference.
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

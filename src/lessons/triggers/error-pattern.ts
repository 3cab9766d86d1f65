import { escapeGlob, parseGlob } from './glob.ts';

/** The longest text that is taken for what an error says; longer ones are whole outputs. */
const LONGEST = 200;

/** Signs that mean something in a regular expression, where a text has none of them it is meant as it stands. */
const EXPRESSION = /[\\[\](){}*+?^$|]/;

/**
 * What an error says, as other tools store it, in the patterns of triggers: plain text, `*` for anything, `{a,b}` for one of several. Those
 * match in linear time, which a regular expression from a file need not. Of expressions only what can be said that way is taken over:
 * plain text, `.*`, `\d+` and their like, and alternatives. Nothing where it says more than that.
 */
export function toErrorPattern(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const pattern = EXPRESSION.test(text) ? translate(text) : escapeGlob(text);
  return pattern !== undefined && isErrorPattern(pattern) ? pattern : undefined;
}

/** Whether a text is such a pattern. One of nothing but stars would be about every error. */
export function isErrorPattern(text: string): boolean {
  return text.length <= LONGEST * 2 && /[\p{L}\p{N}]/u.test(text) && !/\p{Cc}/u.test(text) && parseGlob(text) !== undefined;
}

/** An expression, with the alternatives at its top level or in one pair of brackets. */
function translate(source: string): string | undefined {
  const body = source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  const top = translateAlternatives(body);
  if (top !== undefined) return top;
  const [, before = '', inner = '', after = ''] = /^([^()]*)\((?:\?:)?([^()]*\|[^()]*)\)([^()*+?{]?[^()]*)$/.exec(body) ?? [];
  const parts = [translateRun(before), translateAlternatives(inner), translateRun(after)];
  return parts.every((part) => part !== undefined) && inner !== '' ? parts.join('') : translateRun(asPlainBrackets(body));
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
    const [gap] = /^(?:\.|\\[dswDSW])[*+]\??/.exec(source.slice(at, at + 4)) ?? [];
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

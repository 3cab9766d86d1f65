import { EXPRESSION_MARK } from './error-pattern.ts';
import { compileExpression, matchExpression } from './expression.ts';
import { type Glob, matchForm, parseGlob } from './glob.ts';

/** An error is read up to this length: the relevant part of a whole log is its end or its beginning. */
const LONGEST_ERROR = 64 * 1024;

/**
 * Parses the pattern of an error once, as a glob; a regular expression is a glob without forms, and is compiled when it is
 * matched.
 */
export function parseErrorPattern(pattern: string): Glob | undefined {
  if (!pattern.startsWith(EXPRESSION_MARK)) return parseGlob(pattern);
  return 'reason' in compileExpression(pattern.slice(EXPRESSION_MARK.length))
    ? undefined
    : { source: pattern, forms: [] };
}

/**
 * Whether the pattern is a regular expression that matches in a text. `folded` is the text in lower case, without spaces at its
 * line breaks.
 */
export function matchExpressionPattern({ source }: Glob, folded: string): boolean {
  if (!source.startsWith(EXPRESSION_MARK)) return false;
  const expression = compileExpression(source.slice(EXPRESSION_MARK.length));
  return !('reason' in expression) && matchExpression(expression, folded);
}

/**
 * Whether an error contains what a pattern says, at any position. Case is ignored, and so are spaces and line breaks except for
 * anchors.
 */
export function isInError(pattern: string, error: ErrorText): boolean {
  if (pattern.startsWith(EXPRESSION_MARK)) return matchExpressionPattern({ source: pattern, forms: [] }, error.lines);
  const glob = parseGlob(pattern.toLowerCase());
  return glob?.forms.some((form) => matchForm(['', ...form, ''], error.joined)) ?? false;
}

/** An error in the form in which patterns are matched against it. */
export interface ErrorText {
  /** The text on one line, in lower case. */
  joined: string;
  /** The text in lower case, with its line breaks, for anchors. */
  lines: string;
}

/** Prepares an error for matching. White space and case are ignored, because terminals and loggers wrap errors. */
export function readErrorText(text: string): ErrorText {
  const part = text.length > LONGEST_ERROR ? text.slice(0, LONGEST_ERROR / 2) + text.slice(-LONGEST_ERROR / 2) : text;
  return { joined: part.replace(/\s+/g, ' ').trim().toLowerCase(), lines: foldLines(part) };
}

/** Returns a text as expressions see it. */
export function foldLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/[^\S\n]+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .toLowerCase();
}

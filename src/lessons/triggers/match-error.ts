import { EXPRESSION_MARK } from './error-pattern.ts';
import { compileExpression, matchExpression } from './expression.ts';
import { type Glob, matchForm, parseGlob } from './glob.ts';

/** An error is read up to here: whoever hands over a whole log means its end or its beginning. */
const LONGEST_ERROR = 64 * 1024;

/** The pattern of an error, read once, as a glob; a regular expression is one without forms, and compiled where it is matched. */
export function parseErrorPattern(pattern: string): Glob | undefined {
  if (!pattern.startsWith(EXPRESSION_MARK)) return parseGlob(pattern);
  return 'reason' in compileExpression(pattern.slice(EXPRESSION_MARK.length)) ? undefined : { source: pattern, forms: [] };
}

/** Whether the pattern is a regular expression that is in a text. `folded` is the text in lower case, without blanks at its line breaks. */
export function matchExpressionPattern({ source }: Glob, folded: string): boolean {
  if (!source.startsWith(EXPRESSION_MARK)) return false;
  const expression = compileExpression(source.slice(EXPRESSION_MARK.length));
  return !('reason' in expression) && matchExpression(expression, folded);
}

/** Whether an error has what a pattern says, wherever. Case does not count, nor do blanks and line breaks but for anchors. */
export function isInError(pattern: string, error: ErrorText): boolean {
  if (pattern.startsWith(EXPRESSION_MARK)) return matchExpressionPattern({ source: pattern, forms: [] }, error.lines);
  const glob = parseGlob(pattern.toLowerCase());
  return glob?.forms.some((form) => matchForm(['', ...form, ''], error.joined)) ?? false;
}

/** An error as patterns are matched against it. */
export interface ErrorText {
  /** On one line, in lower case. */
  joined: string;
  /** In lower case, with its line breaks, for anchors. */
  lines: string;
}

/** White space does not count, nor does case: errors are wrapped by terminals and loggers. */
export function readErrorText(text: string): ErrorText {
  const part = text.length > LONGEST_ERROR ? text.slice(0, LONGEST_ERROR / 2) + text.slice(-LONGEST_ERROR / 2) : text;
  return { joined: part.replace(/\s+/g, ' ').trim().toLowerCase(), lines: foldLines(part) };
}

/** A text as expressions see it. */
export function foldLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/[^\S\n]+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .toLowerCase();
}

/** The position of a secret: the parts of a match that are kept are outside. */
export interface Found {
  start: number;
  end: number;
}

/** A rule that finds one kind of secret. */
export interface RedactionRule {
  /** Stable: people see it in `[redacted:<id>]`. Lower-case letters, digits and hyphens. */
  id: string;
  /** Lower-case ASCII literals: the rule runs only where a text contains one of them, in any case. */
  markers: readonly string[];
  /**
   * For a marker that is far too frequent, such as a dot: the character that must be at this offset from it, so that the rule
   * need not run for most of them.
   */
  beside?: { offset: number; character: string };
  /**
   * Returns the secret at the marker that starts at `at`, or undefined.
   *
   * It must examine a bounded number of characters, or else accept what it has read: so a hostile text costs linear time.
   */
  find(text: string, at: number): Found | undefined;
}

/** Conditions that a pattern alone cannot express. */
interface PatternOptions {
  /** Whether the prefix counts only at the start of a word, because it is short or part of ordinary words. */
  atWordStart?: boolean;
  /** A final check of the text that the pattern matched. */
  accept?: (secret: string) => boolean;
}

/**
 * Makes a rule for secrets with a distinctive prefix.
 *
 * `pattern` is sticky (`y`) and matches from the marker on; its first group, if it has one, is kept. A loop without an upper
 * bound must be at the end of the pattern, and must not be combined with `accept`: so nothing is read twice.
 */
export function patternRule(
  id: string,
  markers: readonly string[],
  pattern: RegExp,
  options: PatternOptions = {},
): RedactionRule {
  return {
    id,
    markers,
    find(text, at) {
      if (options.atWordStart === true && !startsWord(text, at)) return undefined;
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match === null) return undefined;
      const start = at + (match[1]?.length ?? 0);
      const end = at + match[0].length;
      if (options.accept !== undefined && !options.accept(text.slice(start, end))) return undefined;
      return { start, end };
    },
  };
}

/** Characters of escapes and colours before a word: `\n`, `\u003d`, `\x3d`, `%3D`, `ESC[32m`. */
const GLUED = /(?:\\[abefnrtv0]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%[0-9a-f]{2}|\[[0-9;]{0,12}m)$/i;

/**
 * Whether no letter or digit is before `at`, except the last one of an escape: logs contain JSON in JSON, and coloured output.
 */
export function startsWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (at === 0 || !isWordCharacter(before)) return true;
  // Few words end like an escape: checking single characters first avoids the pattern for the others.
  const mayBeGlued =
    before === LETTER_M ||
    text.charCodeAt(at - 2) === BACKSLASH ||
    text.charCodeAt(at - 3) === PERCENT ||
    text.charCodeAt(at - 4) === BACKSLASH ||
    text.charCodeAt(at - 6) === BACKSLASH;
  return mayBeGlued && GLUED.test(text.slice(Math.max(0, at - 16), at));
}

const PERCENT = 37;
const BACKSLASH = 92;
const LETTER_M = 109;

/** Whether a character is an ASCII letter or digit. */
export function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Where a secret is: what is kept of a match lies outside. */
export interface Found {
  start: number;
  end: number;
}

/** Finds one kind of secret. */
export interface RedactionRule {
  /** Stable: people see it in `[redacted:<id>]`. Lower-case letters, digits and hyphens. */
  id: string;
  /** Lower-case ASCII literals: the rule is asked only where a text holds one of them, in whatever case. */
  markers: readonly string[];
  /** For a marker that is all too frequent, as a dot: what must stand so far from it. It spares most of them the question. */
  beside?: { offset: number; character: string };
  /**
   * The secret at the marker that starts at `at`, or undefined.
   *
   * It must look at a bounded number of characters, or else accept what it has read: so a hostile text costs linear time.
   */
  find(text: string, at: number): Found | undefined;
}

/** What a pattern alone cannot say. */
export interface PatternOptions {
  /** The prefix is short or a piece of ordinary words: it counts only at the start of a word. */
  atWordStart?: boolean;
  /** A last look at what the pattern took for a secret. */
  accept?: (secret: string) => boolean;
}

/**
 * A rule for secrets with a telling prefix.
 *
 * `pattern` is sticky (`y`) and matches from the marker on; its first group, if it has one, is kept. A loop without an upper bound must
 * end the pattern, and `accept` must not come with one: nothing is read twice then.
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

/** Characters before a word that escapes and colours put there: `\n`, `\u003d`, `\x3d`, `%3D`, `ESC[32m`. */
const GLUED = /(?:\\[abefnrtv0]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%[0-9a-f]{2}|\[[0-9;]{0,12}m)$/i;

/** No letter or digit stands before `at`, save the last one of an escape: logs hold JSON in JSON, and coloured output. */
export function startsWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (at === 0 || !isWordCharacter(before)) return true;
  // Few words end like an escape: a look at single characters spares the others the pattern.
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

/** ASCII letters and digits. */
export function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

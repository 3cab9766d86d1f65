import { derive, type Quotable, quote } from '../quotable.ts';
import { escapeGlob } from '../triggers/glob.ts';
import { splitWords } from '../triggers/rule.ts';

/** Escapes a text as a part of a rule that matches only it. */
export function asGlob(text: Quotable): Quotable {
  return derive(text, escapeGlob);
}

/**
 * Returns the rule for a command as a lesson quotes it: `npm run lint --fix` is `Bash(npm run lint * --fix *)`. Flags may be
 * anywhere after the leading words; a runner in front of a bare program (`npx`, `uv run`) is allowed.
 */
export function commandRule(quoted: Quotable, options: { anyRunner?: boolean } = {}): Quotable {
  return derive(quoted, (text) => {
    const words = splitWords(text).map(escapeGlob);
    const spread = words.flatMap((word, index) => (index > 0 && word.startsWith('-') ? ['*', word] : [word]));
    return `Bash(${[...(options.anyRunner ? ['*'] : []), ...spread, '*'].join(' ')})`;
  });
}

/** Returns the rule for an action without values: `python seed.py` is any call of a `seed.py`, wherever it is. */
export function signatureRule(signature: Quotable, { anyRunner = true }: { anyRunner?: boolean } = {}): Quotable {
  return derive(signature, (text) => {
    const words = splitWords(text).map((word) => {
      const plain = escapeGlob(word);
      // A script of the project is called by its path: `./gradlew`, `python scripts/seed.py`.
      return /^(?:[\w-]+\.\w{1,5}|gradlew|mvnw)$/.test(word) ? `{,*/}${plain}` : plain;
    });
    return `Bash(${[...(anyRunner ? ['*'] : []), ...words, '*'].join(' ')})`;
  });
}

/** Returns a pattern for one of several texts, as a part of a word or path. */
export function oneOf(texts: readonly Quotable[]): Quotable {
  return oneOfGlobs(texts.map(asGlob));
}

/** Returns a pattern for one of several globs. */
export function oneOfGlobs(globs: readonly Quotable[]): Quotable {
  const [first = quote``, ...others] = globs;
  return others.length === 0 ? first : quote`{${others.reduce((listed, glob) => quote`${listed},${glob}`, first)}}`;
}

/** Returns a rule for one of several rules about commands; undefined if there are too many to read. */
export function anyOf(rules: readonly Quotable[]): Quotable | undefined {
  const [first, ...others] = [...new Set(rules)];
  if (first === undefined || others.length >= MOST_RULES) return undefined;
  return others.reduce((joined, rule) => quote`${joined} or ${rule}`, first);
}

const MOST_RULES = 12;

/** Returns the condition that a flag is absent, with any value: `without -tags*`. */
export function withoutFlag(flag: Quotable): Quotable {
  const name = derive(flag, (text) => text.split(/[= ]/, 1)[0] ?? text);
  return quote`without ${asGlob(name)}${name.length > 2 ? '{,=*}' : '*'}`;
}

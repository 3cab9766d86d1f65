import { wordsOf } from '../word-index.ts';
import type { Glob } from './glob.ts';
import { isAnyWords, type Rule } from './rule.ts';

/**
 * Words of which one stands in the text of every call that the rule matches: what rules are found by. The longest is taken, because it
 * is the rarest: `--no-stat` rather than `git`. Nothing where a rule has none, as `Edit(**)`.
 */
export function anchorsOf(rule: Rule): string[] | undefined {
  switch (rule.tool) {
    case 'Bash':
      return anchorsOfWords(rule.words);
    case 'Pattern':
    case 'Tool':
      return undefined;
    default:
      return everyForm(rule.paths.map((path) => longest(path.flatMap((part) => (part ? wholeWords(part) : [])))));
  }
}

/** The same for the words of a command. */
export function anchorsOfWords(words: readonly Glob[]): string[] | undefined {
  const choices = words.flatMap((word) => {
    const anchors = isAnyWords(word) ? undefined : everyForm(word.forms.map((form) => longest(wholeWords(form))));
    return anchors ? [anchors] : [];
  });
  return choices.sort((a, b) => shortest(b) - shortest(a))[0];
}

/**
 * Letters that stand in the text of every command that the rule matches, for rules without a whole word: `?` and `=` of `*?*=*`. Asked
 * before a command is taken apart, which takes a hundred times as long.
 */
export function fragmentsOf(rule: Rule): string[] {
  if (rule.tool !== 'Bash') return [];
  const parts = rule.words.flatMap(({ forms }) => (forms.length === 1 ? (forms[0] ?? []) : []));
  return [...new Set(parts)].filter((part) => part !== '');
}

/** The words that a text must have as they are: not cut by a star. */
function wholeWords(form: readonly string[]): string[] {
  return form.flatMap((text, index) => {
    // A letter beside a star may go on in the text; a mark that is in no word separates.
    const words = wordsOf(`${index > 0 ? OPEN : ' '}${text}${index < form.length - 1 ? OPEN : ' '}`);
    return words.filter((word) => !word.includes(OPEN));
  });
}

/** Belongs to words, and is in no rule that this is asked for: a word that touches it is not whole. */
const OPEN = '@@';

function everyForm(words: readonly (string | undefined)[]): string[] | undefined {
  return words.length > 0 && words.every((word) => word !== undefined) ? [...new Set(words)] : undefined;
}

function longest(words: readonly string[]): string | undefined {
  return words.reduce<string | undefined>(
    (best, word) => (best === undefined || word.length >= best.length ? word : best),
    undefined,
  );
}

function shortest(words: readonly string[]): number {
  return Math.min(...words.map((word) => word.length));
}

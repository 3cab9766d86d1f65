import { indexedWords } from '../word-index.ts';
import type { Glob } from './glob.ts';
import { commandsOf, isAnyWords, type TriggerRule } from './rule.ts';

/**
 * Returns words of which one occurs in the text of every call that the rule matches; the index finds rules by them. The longest
 * word is used, because it is the rarest: `--no-stat` rather than `git`. Undefined if a rule has none, such as `Edit(**)`.
 */
export function anchorsOf(rule: TriggerRule): string[] | undefined {
  switch (rule.tool) {
    case 'Bash':
      return joinAnchors(commandsOf(rule).map(anchorsOfWords));
    case 'Pattern':
    case 'Tool':
      return undefined;
    default:
      return everyForm(rule.paths.map((path) => longest(path.flatMap((part) => (part ? wholeWords(part) : [])))));
  }
}

/** Joins the anchors of alternatives: a command without an anchor may be in any text. */
function joinAnchors(anchors: readonly (string[] | undefined)[]): string[] | undefined {
  return anchors.every((words) => words !== undefined) ? [...new Set(anchors.flat())] : undefined;
}

/** Alternative forms of which one must be in the text, with all of its pieces. */
export type TextNeed = readonly (readonly string[])[];

/**
 * Returns the text that a call must contain for the rule to match it: checked before a command is parsed, which costs a hundred
 * times as much.
 */
export function needsOf(rule: TriggerRule): TextNeed[] {
  switch (rule.tool) {
    case 'Bash':
      if (rule.or === undefined)
        return rule.words.filter((word) => !isAnyWords(word)).map((word) => word.forms.map(plainPieces));
      return [
        commandsOf(rule).map((words) =>
          words.flatMap(({ forms }) => (forms.length === 1 ? plainPieces(forms[0] ?? []) : [])),
        ),
      ];
    case 'Pattern':
    case 'Tool':
      return [];
    default:
      return [rule.paths.map((path) => path.flatMap((part) => (part ? plainPieces(part) : [])))];
  }
}

/**
 * Returns the pieces that appear unchanged in a shell command. Characters that may be quoted are separate pieces: `(app)` is also
 * typed as `\\(app\\)`.
 */
function plainPieces(form: readonly string[]): string[] {
  return [...new Set(form.flatMap((text) => text.match(/[\w.+@/:=-]+|[^\w.+@/:=-]/g) ?? []))];
}

/** Returns the anchors of the words of a command. */
export function anchorsOfWords(words: readonly Glob[]): string[] | undefined {
  const choices = words.flatMap((word) => {
    const anchors = isAnyWords(word) ? undefined : everyForm(word.forms.map((form) => longest(wholeWords(form))));
    return anchors ? [anchors] : [];
  });
  return choices.sort((a, b) => shortest(b) - shortest(a))[0];
}

/** Returns the words that a text must contain in full: not cut by a star. */
function wholeWords(form: readonly string[]): string[] {
  return form.flatMap((text, index) => {
    // A letter beside a star may continue in the text; a character that is in no word separates.
    const words = indexedWords(`${index > 0 ? OPEN : ' '}${text}${index < form.length - 1 ? OPEN : ' '}`);
    return words.filter((word) => !word.includes(OPEN));
  });
}

/** Belongs to words, and is in no rule for which this is used: a word that touches it is not whole. */
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

import type { ErrorText } from '../lessons/triggers/match-error.ts';
import { commandsOf, isAnyWords, parseRule } from '../lessons/triggers/rule.ts';

/** More of them say nothing more. */
const MOST_WORDS = 40;

/**
 * The words by which an error can be known to be the one that a lesson was drawn from, where the lesson does not say what the error is: what
 * it has in code marks (`--stat`, `polars`, `src/berth.ts`) and what its rule names besides the program. In lower case.
 */
export function tellingWordsOf({ rule, texts }: { rule: string; texts: readonly string[] }): string[] {
  const quoted = texts.flatMap((text) => [...text.matchAll(/`([^`]{1,300})`/g)].flatMap(([, code = '']) => code.split(/\s+/)));
  const words = [...ruleWords(rule), ...quoted].map((word) => word.toLowerCase()).filter((word) => word.length > 2);
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** What a rule names, word by word; where a word stands for several, each of them. */
function ruleWords(text: string): string[] {
  const rule = parseRule(text);
  if (!rule) return [];
  if (rule.tool !== 'Bash') return [/\(([^*?{}()]+)\)$/.exec(text)?.[1] ?? ''];
  return commandsOf(rule)
    .flat()
    .filter((glob) => !isAnyWords(glob))
    .flatMap(({ forms }) => forms.flatMap((form) => (form.length === 1 ? form : [])));
}

/**
 * Whether an error names one of these words. The words of the tool itself stand in every error of it, and prove nothing. A plain word must be
 * named as errors name things, in quotes or after a colon: in a sentence it may mean anything.
 */
export function namesOne(words: readonly string[], { joined }: ErrorText, tool: string): boolean {
  const own = new Set(tool.toLowerCase().split(/\s+/));
  return words.some((word) => (isPlain(word) ? isQuotedIn(joined, word) : !own.has(word) && standsIn(joined, word)));
}

function isPlain(word: string): boolean {
  return /^\p{L}+$/u.test(word);
}

function standsIn(text: string, word: string): boolean {
  return placesOf(text, word).some((at) => !isWordSign(text[at - 1]) && !isWordSign(text[at + word.length]));
}

/** `'polars'`, `"polars"`, or after a colon, as in `unknown command: polars`. */
function isQuotedIn(text: string, word: string): boolean {
  return placesOf(text, word).some((at) => {
    const [before = '', after = ''] = [text.slice(Math.max(0, at - 2), at), text[at + word.length]];
    if (/["'`‘“]$/.test(before)) return /["'`’”]/.test(after);
    return before === ': ' && !isWordSign(after);
  });
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) places.push(at);
  return places;
}

/** Signs that go on with a name: `--stat` is not in `--statistics`, nor `berth.ts` in `old-berth.ts`. */
function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign);
}

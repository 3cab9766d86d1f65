import type { ErrorText } from '../lessons/triggers/match-error.ts';
import { commandsOf, isAnyWords, parseRule } from '../lessons/triggers/rule.ts';

/** Upper bound: further words add nothing. */
const MOST_WORDS = 40;

/**
 * Returns the words that identify the error from which a lesson was derived, if the lesson does not contain its text: words in
 * backticks (`--stat`, `polars`, `src/berth.ts`) and words that its rule names besides the program. In lower case.
 */
export function tellingWordsOf({ rule, texts }: { rule: string; texts: readonly string[] }): string[] {
  const quoted = texts.flatMap((text) =>
    [...text.matchAll(/`([^`]{1,300})`/g)].flatMap(([, code = '']) => code.split(/\s+/)),
  );
  const words = [...ruleWords(rule), ...quoted].map((word) => word.toLowerCase()).filter((word) => word.length > 2);
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** Returns the words that a rule names; if a word stands for several, each of them. */
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
 * Whether an error names one of these words. The words of the tool itself occur in all of its errors and prove nothing. A plain
 * word must be quoted or follow a colon, as names in errors do: in a sentence it may mean anything.
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

/** Whether a word is quoted, as in `'polars'` or `"polars"`, or follows a colon, as in `unknown command: polars`. */
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

/** Whether a character continues a name: `--stat` is not in `--statistics`, nor `berth.ts` in `old-berth.ts`. */
function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign);
}

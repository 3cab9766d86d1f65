import { isSameMeaning, readMeaning } from '../../../lessons/remarks/words.ts';
import { areOpposite } from './directives.ts';
import { nameSet } from './names.ts';

/** What is compared of a lesson. */
export interface Comparable {
  /** What happened. */
  pattern: string;
  guidance: string;
}

/** How alike two lessons are: `equal` in what they say, probably the `same`, or `alike` in what they name. */
export type Likeness = 'equal' | 'same' | 'alike' | 'different';

/** Of the names of two guidances that are about one failure, at least so many are in both. */
const SHARED_NAMES = 0.5;
/** Of their words, where names are shared. */
const SHARED_WORDS = 0.3;

/**
 * Whether two lessons are about the same type of failure, going by what they name and the words they use.
 *
 * `equal`: the same guidance but for case, marks and blanks outside of code. Only then is nothing lost where one is counted on the other.
 * `same`: the same names, two or more; or half of the names with 30% of the words; or, without any name, 60% of the words. That is a
 * guess: "call `f()` before saving" and "hand the currency to `f()`" look the same. What says the opposite is never the same.
 */
export function compareLessons(first: Comparable, second: Comparable): Likeness {
  if (foldGuidance(first.guidance) === foldGuidance(second.guidance)) return 'equal';
  if (areOpposite(first.guidance, second.guidance)) return 'different';
  const [names, others] = [nameSet(first.guidance), nameSet(second.guidance)];
  const shared = share(names, others);
  if (shared === 1 && names.size >= 2) return 'same';
  const [words, otherWords] = [wordsOf(first), wordsOf(second)];
  const guidanceWords = readMeaning(first.guidance).words;
  const isSame = isSameMeaning(guidanceWords, readMeaning(second.guidance).words);
  if (shared >= SHARED_NAMES && (share(words, otherWords) >= SHARED_WORDS || isSame)) return 'same';
  if (names.size === 0 && others.size === 0 && isSame) return 'same';
  return shared > 0 || isSame ? 'alike' : 'different';
}

/** Equal for guidance that says the same: in code every sign counts (`-v` is not `-V`), elsewhere neither case nor marks do. */
function foldGuidance(guidance: string): string {
  return guidance
    .replaceAll('**', '')
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part.replace(/\s+/g, ' ') : ` ${foldWords(part)} `))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/[\s.;:!]+$/, '')
    .trim();
}

/** Blanks, quotes and marks at the ends of words say nothing; within a word, as in a path, they do. */
function foldWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["'“”‘’\p{Cc}\p{Cf}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(/[.,;:!]+(?=\s|$)/g, ' ')
    .trim();
}

/** The part of both that is in each: 0 to 1. */
export function share<T>(first: ReadonlySet<T>, second: ReadonlySet<T>): number {
  if (first.size === 0 || second.size === 0) return 0;
  const both = [...first].filter((item) => second.has(item)).length;
  return both / (first.size + second.size - both);
}

function wordsOf({ pattern, guidance }: Comparable): Set<string> {
  return new Set(readMeaning(`${guidance} ${pattern}`).words);
}

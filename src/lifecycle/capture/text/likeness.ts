import { isSameMeaning, readMeaning } from '../../../lessons/remarks/words.ts';
import { areOpposite } from './directives.ts';
import { nameSet } from './names.ts';

/** The parts of a lesson that are compared. */
interface Comparable {
  /** The mistake or event that the lesson is about. */
  pattern: string;
  guidance: string;
}

/** The likeness of two lessons: `equal` in meaning, probably the `same`, or `alike` in the names they mention. */
export type Likeness = 'equal' | 'same' | 'alike' | 'different';

/** The least share of names that two guidances about the same failure have in common. */
const SHARED_NAMES = 0.5;
/** The least share of words, if they share names. */
const SHARED_WORDS = 0.3;

/**
 * Compares two lessons by the names and the words they use, to tell whether they are about the same type of failure.
 *
 * `equal`: the same guidance apart from case, punctuation and spaces outside code. Only then is nothing lost when one is counted
 * on the other.
 * `same`: two or more names, all shared; or half of the names and 30% of the words; or, without any name, 60% of the words. This
 * is a guess: "call `f()` before saving" and "hand the currency to `f()`" look the same. Lessons that contradict each other are
 * never the same.
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

/**
 * Normalises a guidance so that equal ones compare equal: in code every character counts (`-v` is not `-V`), elsewhere case and
 * punctuation do not.
 */
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

/** Spaces, quotes and punctuation at the ends of words are ignored; within a word, as in a path, they count. */
function foldWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["'“”‘’\p{Cc}\p{Cf}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(/[.,;:!]+(?=\s|$)/g, ' ')
    .trim();
}

/** Returns the share of elements that the sets have in common, from 0 to 1. */
function share<T>(first: ReadonlySet<T>, second: ReadonlySet<T>): number {
  if (first.size === 0 || second.size === 0) return 0;
  const both = [...first].filter((item) => second.has(item)).length;
  return both / (first.size + second.size - both);
}

function wordsOf({ pattern, guidance }: Comparable): Set<string> {
  return new Set(readMeaning(`${guidance} ${pattern}`).words);
}

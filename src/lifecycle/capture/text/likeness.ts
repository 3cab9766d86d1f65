import { isSameMeaning, readMeaning } from '../../../lessons/remarks/words.ts';
import { normaliseText } from '../../../memory/sources/lesson-texts.ts';
import { areOpposite } from './directives.ts';
import { nameSet } from './names.ts';

/** What is compared of a lesson. */
export interface Comparable {
  /** What happened. */
  pattern: string;
  guidance: string;
}

/** How alike two lessons are. */
export type Likeness = 'same' | 'alike' | 'different';

/** Of the names of two guidances that are about one failure, at least so many are in both. */
const SHARED_NAMES = 0.5;
/** Of their words, where names are shared. */
const SHARED_WORDS = 0.4;

/**
 * Whether two lessons are about the same type of failure, going by what they name and the words they use.
 *
 * `same`: equal guidance; or the same names, two or more; or half of the names with 40% of the words; or, without any name, 60% of the
 * words. "Run `make seed` before `make test`" and "Before `make test`, run `make seed`" are the same; with `make lint` in place of
 * `make test` they are only `alike`, because one of three names is shared. What says the opposite is never the same.
 */
export function compareLessons(first: Comparable, second: Comparable): Likeness {
  const [a, b] = [normaliseText(first.guidance), normaliseText(second.guidance)];
  if (a === b) return 'same';
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

/** The part of both that is in each: 0 to 1. */
export function share<T>(first: ReadonlySet<T>, second: ReadonlySet<T>): number {
  if (first.size === 0 || second.size === 0) return 0;
  const both = [...first].filter((item) => second.has(item)).length;
  return both / (first.size + second.size - both);
}

function wordsOf({ pattern, guidance }: Comparable): Set<string> {
  return new Set(readMeaning(`${guidance} ${pattern}`).words);
}

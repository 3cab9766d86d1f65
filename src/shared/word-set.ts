/**
 * Returns the words of a text as a set, which keeps the tables readable. Built on first use: most of a run's commands need few of
 * them.
 */
export function wordSet(text: string): ReadonlySet<string> {
  return new WordSet(() => text.split(/\s+/).filter((word) => word !== ''));
}

/** Does the same once per text: for lists that are members of something else. */
export function wordsOf(text: string | undefined): ReadonlySet<string> {
  if (text === undefined) return NONE;
  let words = made.get(text);
  if (words === undefined) {
    words = new Set(text.split(' ').filter((word) => word !== ''));
    made.set(text, words);
  }
  return words;
}

const made = new Map<string, ReadonlySet<string>>();
const NONE: ReadonlySet<string> = new Set();

/** Making all sets takes 4 ms, which a hook would have to wait for. */
class WordSet implements ReadonlySet<string> {
  readonly #read: () => readonly string[];
  #words: Set<string> | undefined;

  constructor(read: () => readonly string[]) {
    this.#read = read;
  }

  get #set(): Set<string> {
    this.#words ??= new Set(this.#read());
    return this.#words;
  }

  get size(): number {
    return this.#set.size;
  }

  has(word: string): boolean {
    return this.#set.has(word);
  }

  forEach(visit: (word: string, same: string, set: ReadonlySet<string>) => void): void {
    for (const word of this.#set) visit(word, word, this);
  }

  entries(): SetIterator<[string, string]> {
    return this.#set.entries();
  }

  keys(): SetIterator<string> {
    return this.#set.keys();
  }

  values(): SetIterator<string> {
    return this.#set.values();
  }

  [Symbol.iterator](): SetIterator<string> {
    return this.#set[Symbol.iterator]();
  }
}

/**
 * The number of queries that are answered by scanning all texts. Most projects need fewer, and indexing 3,600 commands takes 60
 * ms.
 */
const FEW_QUESTIONS = 50;

/**
 * Items by the words of their text. The index is built only if it is queried often: a project without failures never needs it.
 */
export class WordIndex<T> {
  readonly #items: T[] = [];
  readonly #textOf: (item: T) => string;
  #asked = 0;
  #byWord: Map<string, number[]> | undefined;

  constructor(textOf: (item: T) => string) {
    this.#textOf = textOf;
  }

  add(item: T): void {
    const index = this.#items.push(item) - 1;
    if (this.#byWord) this.#enter(this.#byWord, item, index);
  }

  /**
   * Returns the items whose text has the word, in the order in which they were added. A text of more than one word (`my file.ts`)
   * is looked up by its longest word, so the result may contain more than was asked for; a text without any word returns all
   * items.
   */
  having(text: string): T[] {
    const [word] = indexedWords(text).sort((a, b) => b.length - a.length);
    if (word === undefined) return [...this.#items];
    this.#asked += 1;
    if (this.#asked <= FEW_QUESTIONS) return this.#items.filter((item) => hasWord(this.#textOf(item), word));
    this.#byWord ??= this.#build();
    return (this.#byWord.get(word) ?? []).flatMap((index) => this.#items[index] ?? []);
  }

  /** Returns every item, in the order in which they were added. */
  all(): readonly T[] {
    return this.#items;
  }

  #build(): Map<string, number[]> {
    const byWord = new Map<string, number[]>();
    for (const [index, item] of this.#items.entries()) this.#enter(byWord, item, index);
    return byWord;
  }

  #enter(byWord: Map<string, number[]>, item: T, index: number): void {
    for (const word of new Set(indexedWords(this.#textOf(item)))) {
      const list = byWord.get(word);
      if (list) list.push(index);
      else byWord.set(word, [index]);
    }
  }
}

/** Returns the names, numbers and flags of a text: `src/my-file.ts` has two, and so has `--out=x`. */
export function indexedWords(text: string): string[] {
  return text.match(/[\w.+@-]+/g) ?? [];
}

/** Whether one of the text's words is this one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isWordSign(text[at - 1]) && !isWordSign(text[at + word.length])) return true;
  return false;
}

function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && /[\w.+@-]/.test(sign);
}

/** Things by the words of their text. Built when it is first asked: a project without failures never needs it. */
export class WordIndex<T> {
  readonly #items: T[] = [];
  readonly #textOf: (item: T) => string;
  #byWord: Map<string, number[]> | undefined;

  constructor(textOf: (item: T) => string) {
    this.#textOf = textOf;
  }

  add(item: T): void {
    this.#items.push(item);
    this.#byWord = undefined;
  }

  /**
   * The items whose text has the word, in the order they were added. A text that is more than a word (`my file.ts`) is looked up by its
   * longest one, so the answer may hold more than was asked for; a text without any word is in all of them.
   */
  having(text: string): T[] {
    const [word] = wordsOf(text).sort((a, b) => b.length - a.length);
    if (word === undefined) return [...this.#items];
    this.#byWord ??= this.#build();
    return (this.#byWord.get(word) ?? []).flatMap((index) => this.#items[index] ?? []);
  }

  #build(): Map<string, number[]> {
    const byWord = new Map<string, number[]>();
    for (const [index, item] of this.#items.entries()) {
      for (const word of new Set(wordsOf(this.#textOf(item)))) {
        const list = byWord.get(word);
        if (list) list.push(index);
        else byWord.set(word, [index]);
      }
    }
    return byWord;
  }
}

/** Names, numbers, flags: `src/my-file.ts` has two, `--out=x` too. */
export function wordsOf(text: string): string[] {
  return text.match(/[\w.+@-]+/g) ?? [];
}

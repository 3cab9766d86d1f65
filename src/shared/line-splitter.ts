/** Stands for a line that was too long to be kept. */
export const tooLong: unique symbol = Symbol('a line that is too long');

/** No call is longer: agents cut their messages long before. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** Splits text that arrives in chunks into lines; blank ones are left out. */
export class LineSplitter {
  readonly #longest: number;
  #rest: string[] = [];
  #length = 0;
  #isFirst = true;

  constructor(longest = LONGEST_LINE) {
    this.#longest = longest;
  }

  /** Yields the lines that a chunk completes. */
  *push(piece: string): Iterable<string | typeof tooLong> {
    let from = this.#isFirst && piece.startsWith('\uFEFF') ? 1 : 0;
    if (piece !== '') this.#isFirst = false;
    for (let end = piece.indexOf('\n', from); end >= 0; end = piece.indexOf('\n', from)) {
      this.#keep(piece.slice(from, end));
      yield* this.end();
      from = end + 1;
    }
    this.#keep(piece.slice(from));
  }

  /** Yields the rest if no line end follows. */
  *end(): Iterable<string | typeof tooLong> {
    const length = this.#length;
    const line = this.#rest.length === 1 ? (this.#rest[0] ?? '') : this.#rest.join('');
    this.#rest = [];
    this.#length = 0;
    if (length > this.#longest) yield tooLong;
    else if (line.trim() !== '') yield line;
  }

  /** For a line that is too long, only its length is kept. */
  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length > this.#longest) this.#rest = [];
    else if (text !== '') this.#rest.push(text);
  }
}

/** Stands for a line that was too long to be held. */
export const tooLong: unique symbol = Symbol('a line that is too long');

/** No call is longer: agents cut what they send long before. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** Cuts text that arrives in pieces into lines; blank ones are left out. */
export class LineSplitter {
  readonly #longest: number;
  #rest: string[] = [];
  #length = 0;
  #isFirst = true;

  constructor(longest = LONGEST_LINE) {
    this.#longest = longest;
  }

  /** The lines that a piece completes. */
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

  /** What is left where no line end follows. */
  *end(): Iterable<string | typeof tooLong> {
    const length = this.#length;
    const line = this.#rest.length === 1 ? (this.#rest[0] ?? '') : this.#rest.join('');
    this.#rest = [];
    this.#length = 0;
    if (length > this.#longest) yield tooLong;
    else if (line.trim() !== '') yield line;
  }

  /** Of a line that is too long only its length is held. */
  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length > this.#longest) this.#rest = [];
    else if (text !== '') this.#rest.push(text);
  }
}

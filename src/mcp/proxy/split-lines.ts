const LINE_FEED = 0x0a;

/** A piece of a stream: a whole line with its ending, or a part of one that is too long to be kept. */
export interface LinePiece {
  bytes: Buffer;
  /** False for a part of a line that is passed on unread, and for a last line without an ending. */
  isWhole: boolean;
  /** Whether a line ends with it: only then may something else be written. */
  endsLine: boolean;
}

/** Upper bound: longer lines are passed on as they come and not examined. */
const LONGEST = 16 * 1024 * 1024;

/** Splits a stream of bytes into lines. All bytes are passed on, in order. */
export class MessageSplitter {
  readonly #take: (piece: LinePiece) => void;
  readonly #longest: number;
  #kept: Buffer[] = [];
  #size = 0;
  /** Whether the present line was too long, so that its beginning has been passed on already. */
  #isPassing = false;

  constructor(take: (piece: LinePiece) => void, longest = LONGEST) {
    this.#take = take;
    this.#longest = longest;
  }

  /** Processes the next bytes. */
  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      this.#keep(chunk.subarray(from, at + 1));
      this.#hand(true);
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    if (this.#isPassing || this.#size > this.#longest) {
      this.#isPassing = true;
      this.#hand(false);
    }
  }

  /** Passes on the rest. */
  end(): void {
    this.#hand(false);
  }

  #keep(part: Buffer): void {
    this.#kept.push(part);
    this.#size += part.length;
  }

  #hand(endsLine: boolean): void {
    if (this.#size > 0)
      this.#take({ bytes: Buffer.concat(this.#kept), isWhole: endsLine && !this.#isPassing, endsLine });
    if (endsLine) this.#isPassing = false;
    this.#kept = [];
    this.#size = 0;
  }
}

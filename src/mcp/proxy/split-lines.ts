const LINE_FEED = 0x0a;

/** A piece of a stream: a whole line with its end, or a part of one that is too long to be kept. */
export interface LinePiece {
  bytes: Buffer;
  /** False for a part of a line that is handed on unread, and for a last line without an end. */
  isWhole: boolean;
  /** Whether a line ends with it: only then something else may be written. */
  endsLine: boolean;
}

/** Longer lines are passed on as they come, and not looked at. */
const LONGEST = 16 * 1024 * 1024;

/** Cuts bytes into lines, however they come. All bytes are handed on, in order. */
export class MessageSplitter {
  readonly #take: (piece: LinePiece) => void;
  readonly #longest: number;
  #kept: Buffer[] = [];
  #size = 0;
  /** The line that is read was too long, and its beginning is handed on already. */
  #isPassing = false;

  constructor(take: (piece: LinePiece) => void, longest = LONGEST) {
    this.#take = take;
    this.#longest = longest;
  }

  /** Reads on. */
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

  /** Hands on what is left. */
  end(): void {
    this.#hand(false);
  }

  #keep(part: Buffer): void {
    this.#kept.push(part);
    this.#size += part.length;
  }

  #hand(endsLine: boolean): void {
    if (this.#size > 0) this.#take({ bytes: Buffer.concat(this.#kept), isWhole: endsLine && !this.#isPassing, endsLine });
    if (endsLine) this.#isPassing = false;
    this.#kept = [];
    this.#size = 0;
  }
}

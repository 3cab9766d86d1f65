const LINE_FEED = Buffer.from('\n');

/** Writes lines to one side, so that none of ours gets into the middle of one that passes in pieces. */
export class LineWriter {
  readonly #send: (bytes: Buffer) => void;
  readonly #waiting: Buffer[] = [];
  #isMidLine = false;
  #isBrokenOff = false;

  constructor(send: (bytes: Buffer) => void) {
    this.#send = send;
  }

  /** Passes bytes on at once. */
  pass(bytes: Buffer, endsLine: boolean): void {
    this.#send(bytes);
    this.#isMidLine = !endsLine;
    if (endsLine) for (const line of this.#waiting.splice(0)) this.#send(line);
  }

  /** Writes a whole line: now, or as soon as the line that is passing has ended. */
  write(line: Buffer): void {
    if (this.#isMidLine) {
      this.#waiting.push(line);
      return;
    }
    if (this.#isBrokenOff) this.#send(LINE_FEED);
    this.#isBrokenOff = false;
    this.#send(line);
  }

  /**
   * Finishes once nothing passes any more: the remaining lines are written on lines of their own, even if the last one broke off.
   */
  finish(): void {
    this.#isBrokenOff = this.#isMidLine;
    this.#isMidLine = false;
    for (const line of this.#waiting.splice(0)) this.write(line);
  }
}

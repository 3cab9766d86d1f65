import { appendFile, writeFile } from 'node:fs/promises';
import { stripControls } from '../../shared/terminal.ts';

/** What makes texts safe to keep. */
export type Redact = (texts: readonly string[]) => Promise<string[]>;

/** Lines are redacted in batches: each costs a scan. */
const BATCH = 64;

/** Writes what is heard to a file that only the user reads, redacted, and in order. */
export class AttemptLog {
  readonly #path: string;
  readonly #redact: Redact;
  #waiting: string[] = [];
  #work: Promise<void>;

  constructor(path: string, redact: Redact) {
    this.#path = path;
    this.#redact = redact;
    // Caught here, and not when the next line comes: until then nobody would, and that ends the process.
    this.#work = writeFile(path, '', { mode: 0o600 }).catch(() => undefined);
  }

  /** Takes a line. */
  add(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length >= BATCH) this.#flush();
  }

  /** Ends when all of it is written. A disk that is full must not end the attempt. */
  async close(): Promise<void> {
    this.#flush();
    await this.#work;
  }

  #flush(): void {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    this.#work = this.#work
      .then(async () => appendFile(this.#path, `${(await this.#redact(lines.map(stripControls))).join('\n')}\n`))
      .catch(() => undefined);
  }
}

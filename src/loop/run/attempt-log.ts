import { appendFile, writeFile } from 'node:fs/promises';
import type { Redacted } from '../../redaction/redacted.ts';
import { stripControls } from '../../shared/terminal.ts';

/** What makes texts safe to keep. */
export type RedactText = (texts: readonly string[]) => Promise<Redacted[]>;

/** Lines are redacted in batches: each costs a scan, and some secrets are several lines long. */
const BATCH = 64;

/** A key that is not complete is waited for up to so many lines: those of keys are fewer. */
const LONGEST_KEY = 200;

/** Writes what is heard to a file that only the user reads, redacted, and in order. */
export class AttemptLog {
  readonly #path: string;
  readonly #redact: RedactText;
  #waiting: string[] = [];
  #work: Promise<void>;

  constructor(path: string, redact: RedactText) {
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
    this.#flush(true);
    await this.#work;
  }

  #append(text: Redacted): Promise<void> {
    return appendFile(this.#path, text);
  }

  /** Writes what has come, but for a key whose end has not: half of it is not recognised. */
  #flush(isEnd = false): void {
    const open = isEnd ? -1 : findOpenKey(this.#waiting);
    const lines = this.#waiting.splice(0, open < 0 ? this.#waiting.length : open);
    if (lines.length === 0) return;
    this.#work = this.#work
      .then(async () => {
        const [text] = await this.#redact([`${lines.map(stripControls).join('\n')}\n`]);
        if (text !== undefined) await this.#append(text);
      })
      .catch(() => undefined);
  }
}

/** Where a private key begins whose end has not come; -1 where there is none. */
function findOpenKey(lines: readonly string[]): number {
  const at = lines.findLastIndex((line) => /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(line.slice(-2_000)));
  if (at < 0 || lines.length - at > LONGEST_KEY) return -1;
  return lines.slice(at).some((line) => line.includes('-----END ')) ? -1 : at;
}

import { appendFile, writeFile } from 'node:fs/promises';
import type { Redacted } from '../../redaction/redacted.ts';
import { stripControls } from '../../shared/terminal.ts';

/** Redacts texts, so that they are safe to keep. */
export type RedactText = (texts: readonly string[]) => Promise<Redacted[]>;

/** Lines are redacted in batches, because each costs a scan and some secrets span several lines. */
const BATCH = 64;

/** Upper bound of the lines to wait for the end of a key: keys have fewer. */
const LONGEST_KEY = 200;

/** Writes lines, redacted and in order, to a file that only the user can read. */
export class AttemptLog {
  readonly #path: string;
  readonly #redact: RedactText;
  #waiting: string[] = [];
  #work: Promise<void>;

  constructor(path: string, redact: RedactText) {
    this.#path = path;
    this.#redact = redact;
    // Caught here and not at the next line: an unhandled rejection until then would end the process.
    this.#work = writeFile(path, '', { mode: 0o600 }).catch(() => undefined);
  }

  /** Adds a line. */
  add(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length >= BATCH) this.#flush();
  }

  /** Resolves when everything is written. A full disk must not end the attempt. */
  async close(): Promise<void> {
    this.#flush(true);
    await this.#work;
  }

  #append(text: Redacted): Promise<void> {
    return appendFile(this.#path, text);
  }

  /** Writes the lines so far, except for a key whose end has not arrived, because half a key is not recognised. */
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

/** Returns where a private key begins whose end has not arrived; -1 if there is none. */
function findOpenKey(lines: readonly string[]): number {
  const at = lines.findLastIndex((line) => /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(line.slice(-2_000)));
  if (at < 0 || lines.length - at > LONGEST_KEY) return -1;
  return lines.slice(at).some((line) => line.includes('-----END ')) ? -1 : at;
}

import type { Host, Output } from '../app/surroundings.ts';

/** From this size on, tuning the compiler pays off. */
const MUCH_TO_READ = 8 << 20;

/**
 * A progress bar on stderr for long reads. It appears only on a terminal and after a moment, and disappears when done, so that
 * quick runs and pipes never show it.
 */
export class Progress {
  readonly #stream: Output;
  readonly #isShown: boolean;
  readonly #startedAt = Date.now();
  #drawnAt = 0;
  #isDrawn = false;
  #isReading = false;

  constructor({ stderr: stream, env }: Pick<Host, 'stderr' | 'env'>) {
    this.#stream = stream;
    // A terminal that cannot erase a line would keep every bar that was drawn.
    this.#isShown = stream.isTTY === true && env.TERM !== 'dumb';
  }

  /** Called as logs are read; with much to read it also tunes the compiler. */
  reading(done: number, total: number): void {
    if (!this.#isReading && total > MUCH_TO_READ) compileForShortRun();
    this.#isReading = true;
    this.show('Reading sessions', done, total, `${megabytes(done)} of ${megabytes(total)} MB`);
  }

  /** Called as sessions are replayed. */
  replaying(done: number, total: number): void {
    this.show('Replaying sessions', done, total, `${done} of ${total}`);
  }

  /** Shows the progress as a bar and in words. */
  show(label: string, done: number, total: number, words: string): void {
    const present = Date.now();
    if (!this.#isShown || present - this.#startedAt < 300 || present - this.#drawnAt < 80 || total === 0) return;
    this.#drawnAt = present;
    this.#isDrawn = true;
    const width = 24;
    const filled = Math.min(width, Math.round((done / total) * width));
    const text = `${label} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${words}`;
    this.#stream.write(`\r\x1b[2K${text.slice(0, Math.max(20, (this.#stream.columns ?? 80) - 1))}`);
  }

  /** Removes the bar. */
  clear(): void {
    if (this.#isDrawn) this.#stream.write('\r\x1b[2K');
    this.#isDrawn = false;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}

/**
 * Tells V8 that this process is short: a first run over 157 MB ends before most of its code is optimised, and inlining triples
 * the work of the compiler. On two busy cores the median of seven runs fell from 2.0 s to 1.6 s; on idle cores, and over 1 GB, it
 * stays the same. Only commands call this, never the library, because the flags apply to the whole process.
 */
function compileForShortRun(): void {
  // Flags come and go with V8, which prints an error about unknown ones: set only for the version they were tried with.
  if (!process.versions.node.startsWith('20.')) return;
  // Not imported: loading it takes 3 ms, and most runs have nothing to read.
  const v8 = process.getBuiltinModule?.('node:v8');
  v8?.setFlagsFromString('--no-turbo-inlining');
  v8?.setFlagsFromString('--interrupt-budget=300000');
  // The heap grows by a third instead of doubling: a session of 50,000 calls peaked at 350 MB, of which 100 MB were in use, and
  // now at 255 MB.
  v8?.setFlagsFromString('--heap-growing-percent=30');
}

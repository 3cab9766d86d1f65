import type { Host, Output } from '../app/surroundings.ts';

/** From here on it pays to think about how code is compiled. */
const MUCH_TO_READ = 8 << 20;

/**
 * A bar on stderr for long reads: only on a terminal, only after a moment, and gone when it is done, so that quick runs and pipes
 * never see it.
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
    // A terminal that cannot take a line back would be left with every bar that was drawn.
    this.#isShown = stream.isTTY === true && env.TERM !== 'dumb';
  }

  /** Told while logs are read; with much to read it also says how to compile. */
  reading(done: number, total: number): void {
    if (!this.#isReading && total > MUCH_TO_READ) compileForShortRun();
    this.#isReading = true;
    this.show('Reading sessions', done, total, `${megabytes(done)} of ${megabytes(total)} MB`);
  }

  /** Told while sessions are gone through again. */
  replaying(done: number, total: number): void {
    this.show('Replaying sessions', done, total, `${done} of ${total}`);
  }

  /** Shows how far the work is: as a bar, and in words. */
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

  /** Takes the bar away. */
  clear(): void {
    if (this.#isDrawn) this.#stream.write('\r\x1b[2K');
    this.#isDrawn = false;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}

/**
 * Tells V8 that this process is short: a first run over 157 MB is over before most of its code is compiled well, and inlining makes the
 * compiler work three times as long. Of seven runs each on two busy cores the median fell from 2.0 s to 1.6 s; on idle cores, and over
 * 1 GB, it stays the same. Called by commands, never by the library: the flags are those of the whole process.
 */
function compileForShortRun(): void {
  // Flags come and go with V8, which complains aloud about those it does not know: only where it was tried.
  if (!process.versions.node.startsWith('20.')) return;
  // Not imported: loading it takes 3 ms, and most runs have nothing to read.
  const v8 = process.getBuiltinModule?.('node:v8');
  v8?.setFlagsFromString('--no-turbo-inlining');
  v8?.setFlagsFromString('--interrupt-budget=300000');
  // The heap grows by a third instead of doubling: a session of 50,000 calls peaked at 350 MB of which 100 were in use, and now at 255.
  v8?.setFlagsFromString('--heap-growing-percent=30');
}

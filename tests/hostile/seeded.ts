const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';

/** A source of chance that gives the same for the same seed. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 on, below `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  draw(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet.charAt(this.below(alphabet.length))).join('');
  }

  digits(length: number): string {
    return this.draw('123456789', length);
  }

  hex(length: number): string {
    return `a1${this.draw('0123456789abcdef', length - 2)}`;
  }

  /** Letters of both cases and digits that nobody takes for words: a digit after each two letters. */
  opaque(length: number): string {
    return Array.from({ length }, (_, i) => (i % 3 === 2 ? this.draw(DIGITS, 1) : this.draw(UPPER + LOWER, 1))).join(
      '',
    );
  }

  lower(length: number): string {
    return this.opaque(length).toLowerCase();
  }

  upper(length: number): string {
    return this.opaque(length).toUpperCase();
  }

  uuid(): string {
    return [8, 4, 4, 4, 12].map((length) => this.draw('0123456789abcdef', length)).join('-');
  }

  /** What a person may have chosen. */
  password(): string {
    return `${this.opaque(8)}${this.pick(['', '!', '-x', '_y', '#1'])}`;
  }

  /** A word with a digit. */
  word(): string {
    return `q${this.draw(LOWER, 9)}${this.draw(DIGITS, 1)}`;
  }
}

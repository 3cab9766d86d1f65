/** A map that drops the least recently used entry once it holds more than `limit` entries. */
export class Lru<V> {
  readonly #limit: number;
  readonly #entries = new Map<string, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the value stored under the key and makes it the most recent entry. */
  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Stores the value and drops the oldest entry if there are too many. */
  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  /** The number of entries. */
  get size(): number {
    return this.#entries.size;
  }
}

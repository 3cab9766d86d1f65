import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegularSync } from '../../shared/regular-file.ts';
import type { SnapshotHeader, SnapshotLesson } from './snapshot.ts';

/**
 * A snapshot is one file of which a hook reads only the parts that it needs: 5,000 lessons are 3 MB, and parsing them all takes
 * 25 ms.
 *
 *     magic, five lengths | header | buckets | index | table of lessons | lessons
 *
 * The index has a line for each word, `word TAB numbers`, in as many buckets as it has words: the hash of a word determines its
 * bucket, and the table of buckets where that begins. The table of lessons gives the offset of each lesson. Header and lessons
 * are JSON.
 */
export const MAGIC = 'hardwon1';
export const HEAD = 32;

/** A separate read takes as long as reading 20 kB more in another: so many lessons may lie between two wanted ones. */
const SPARSE = 40;

/** A snapshot opened for reading. A corrupt one throws; its readers then say nothing. */
export class Snapshot<H = SnapshotHeader, L = SnapshotLesson> {
  readonly header: H;
  /** The time at which it was written, in milliseconds since 1970. */
  readonly writtenAt: number;
  readonly #file: number;
  readonly #buckets: Buffer;
  readonly #index: Buffer;
  readonly #table: number;
  readonly #count: number;
  readonly #lessons: number;

  constructor(path: string) {
    this.#file = openRegularSync(path);
    const head = this.#read(0, HEAD);
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('not a snapshot');
    const length = (at: number) => head.readUInt32LE(MAGIC.length + at * 4);
    const [header, buckets, index] = [length(0), (length(1) + 1) * 4, length(2)];
    this.#count = length(3);
    this.#table = HEAD + header + buckets + index;
    this.#lessons = this.#table + (this.#count + 1) * 4;
    // A truncated file is not a snapshot.
    const { size, mtimeMs } = fstatSync(this.#file);
    this.writtenAt = mtimeMs;
    if (size !== this.#lessons + length(4)) throw new Error('a part of the snapshot is missing');
    const front = this.#read(HEAD, header + buckets + index);
    this.header = JSON.parse(front.toString('utf8', 0, header)) as H;
    this.#buckets = front.subarray(header, header + buckets);
    this.#index = front.subarray(header + buckets);
  }

  /** The number of lessons. */
  get count(): number {
    return this.#count;
  }

  /** Returns the numbers of the lessons that have one of the keys, in order. */
  find(keys: Iterable<string>): number[] {
    const found = new Set<number>();
    const count = this.#buckets.length / 4 - 1;
    for (const key of keys) {
      const at = (hashKey(key) % count) * 4;
      const [from, to] = [this.#buckets.readUInt32LE(at), this.#buckets.readUInt32LE(at + 4)];
      if (from === to) continue;
      for (const line of this.#index.toString('utf8', from, to).split('\n')) {
        if (!line.startsWith(`${key}\t`)) continue;
        for (const number of line.slice(key.length + 1).split(',')) found.add(Number(number));
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  /** Returns lessons by their numbers, which are in order. Lessons that are close together are read at once. */
  lessons(numbers: readonly number[]): L[] {
    const [first, last] = [numbers[0], numbers.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (last >= this.#count) throw new Error('no such lesson');
    if (last - first > numbers.length * SPARSE) return numbers.flatMap((number) => this.lessons([number]));
    const table = this.#read(this.#table + first * 4, (last - first + 2) * 4);
    const start = (number: number) => table.readUInt32LE((number - first) * 4);
    const body = this.#read(this.#lessons + start(first), start(last + 1) - start(first));
    return numbers.map((number) => {
      const json = body.toString('utf8', start(number) - start(first), start(number + 1) - start(first));
      return JSON.parse(json) as L;
    });
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(this.#file, bytes, 0, length, at) !== length) throw new Error('the snapshot ends too early');
    return bytes;
  }
}

/** FNV-1a: hashes short texts evenly in a few nanoseconds. */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

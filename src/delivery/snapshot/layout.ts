import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { SnapshotHeader, SnapshotLesson } from './snapshot.ts';

/**
 * A snapshot is one file of which a hook reads only what it needs: 5,000 lessons are 3 MB, and parsing them all takes 25 ms.
 *
 *     magic, five lengths | header | buckets | index | table of lessons | lessons
 *
 * The index has a line for each word, `word TAB numbers`, in as many buckets as it has words: the hash of a word says which one, and the
 * table of buckets where it begins. The table of lessons says where each one begins. Header and lessons are JSON.
 */
const MAGIC = 'hardwon1';
const HEAD = 32;

/** A lesson, and the keys that it is found by. */
export interface KeyedLesson {
  lesson: SnapshotLesson;
  keys: readonly string[];
}

/** The bytes of a snapshot. */
export function encodeSnapshot(header: SnapshotHeader, lessons: readonly KeyedLesson[]): Buffer {
  const numbers = new Map<string, number[]>();
  for (const [number, { keys }] of lessons.entries()) {
    for (const key of new Set(keys)) numbers.set(key, [...(numbers.get(key) ?? []), number]);
  }
  const buckets: string[] = new Array<string>(Math.max(1, numbers.size)).fill('');
  for (const [key, found] of numbers) {
    const bucket = hashKey(key) % buckets.length;
    buckets[bucket] += `${key}\t${found.join()}\n`;
  }
  const index = layOut(buckets);
  const texts = layOut(lessons.map(({ lesson }) => JSON.stringify(lesson)));
  const head = Buffer.alloc(HEAD);
  const json = Buffer.from(JSON.stringify(header));
  head.write(MAGIC, 'latin1');
  for (const [at, length] of [json.length, buckets.length, index.body.length, lessons.length, texts.body.length].entries())
    head.writeUInt32LE(length, MAGIC.length + at * 4);
  return Buffer.concat([head, json, index.table, index.body, texts.table, texts.body]);
}

/** A snapshot that is open for reading. What is broken in it throws; whoever reads it says nothing then. */
export class Snapshot {
  readonly header: SnapshotHeader;
  readonly #file: number;
  readonly #buckets: Buffer;
  readonly #index: Buffer;
  readonly #table: number;
  readonly #count: number;
  readonly #lessons: number;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    const head = this.#read(0, HEAD);
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('not a snapshot');
    const length = (at: number) => head.readUInt32LE(MAGIC.length + at * 4);
    const [header, buckets, index] = [length(0), (length(1) + 1) * 4, length(2)];
    this.#count = length(3);
    this.#table = HEAD + header + buckets + index;
    this.#lessons = this.#table + (this.#count + 1) * 4;
    // Half of a file is none.
    if (fstatSync(this.#file).size !== this.#lessons + length(4)) throw new Error('a part of the snapshot is missing');
    const front = this.#read(HEAD, header + buckets + index);
    this.header = JSON.parse(front.toString('utf8', 0, header)) as SnapshotHeader;
    this.#buckets = front.subarray(header, header + buckets);
    this.#index = front.subarray(header + buckets);
  }

  /** The numbers of the lessons that have one of the keys, in order. */
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

  /** One lesson by its number. */
  lesson(number: number): SnapshotLesson {
    if (number >= this.#count) throw new Error('no such lesson');
    const place = this.#read(this.#table + number * 4, 8);
    const [from, to] = [place.readUInt32LE(0), place.readUInt32LE(4)];
    return JSON.parse(this.#read(this.#lessons + from, to - from).toString('utf8')) as SnapshotLesson;
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

/** Texts one after the other, and a table of where each begins and the last one ends. */
function layOut(texts: readonly string[]): { table: Buffer; body: Buffer } {
  const parts = texts.map((text) => Buffer.from(text));
  const table = Buffer.alloc((parts.length + 1) * 4);
  let at = 0;
  for (const [number, part] of parts.entries()) {
    table.writeUInt32LE(at, number * 4);
    at += part.length;
  }
  table.writeUInt32LE(at, parts.length * 4);
  return { table, body: Buffer.concat(parts) };
}

/** FNV-1a: short texts, spread evenly, in a few nanoseconds. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

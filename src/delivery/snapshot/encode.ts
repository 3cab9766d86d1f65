import { HEAD, hashKey, MAGIC } from './layout.ts';
import type { SnapshotHeader, SnapshotLesson } from './snapshot.ts';

/** A lesson or an issue with the keys by which it is found. */
export interface Keyed<L = SnapshotLesson> {
  lesson: L;
  keys: readonly string[];
}

/** Returns the bytes of a snapshot; the index of known issues has the same format. */
export function encodeSnapshot<H = SnapshotHeader, L = SnapshotLesson>(
  header: H,
  lessons: readonly Keyed<L>[],
): Buffer {
  const numbers = new Map<string, number[]>();
  for (const [number, { keys }] of lessons.entries()) {
    for (const key of new Set(keys)) {
      const known = numbers.get(key);
      if (known) known.push(number);
      else numbers.set(key, [number]);
    }
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
  for (const [at, length] of [
    json.length,
    buckets.length,
    index.body.length,
    lessons.length,
    texts.body.length,
  ].entries())
    head.writeUInt32LE(length, MAGIC.length + at * 4);
  return Buffer.concat([head, json, index.table, index.body, texts.table, texts.body]);
}

/** Lays out texts one after the other, with a table of the offset of each and the end of the last one. */
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

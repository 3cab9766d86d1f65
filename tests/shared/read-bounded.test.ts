import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBounded } from '../../src/shared/read-bounded.ts';

describe('readBounded', () => {
  it('gives the same text however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 5 }), async (text, size) => {
        const bytes = Buffer.from(text);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        expect(await readBounded(Readable.from(chunks), 1_000_000)).toBe(text);
      }),
    );
  });

  it('gives nothing where there is more than the bound', async () => {
    expect(await readBounded(Readable.from([Buffer.alloc(6), Buffer.alloc(4)]), 10)).toHaveLength(10);
    expect(await readBounded(Readable.from([Buffer.alloc(6), Buffer.alloc(5)]), 10)).toBeUndefined();
  });

  it('gives nothing where the stream breaks', async () => {
    const stream = new Readable({ read() {} });
    const reading = readBounded(stream, 10);
    stream.destroy(new Error('gone'));
    expect(await reading).toBeUndefined();
  });
});

import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardInput, type LineRefusal } from '../../src/mcp/guard-input.ts';

/** What gets through, and what is refused, of bytes that come in these pieces. */
async function pass(
  pieces: readonly Uint8Array[],
  longest?: number,
): Promise<{ lines: string[]; refused: LineRefusal[] }> {
  const refused: LineRefusal[] = [];
  const output = guardInput(Readable.from(pieces.map((piece) => Buffer.from(piece))), (line) => refused.push(line), {
    longest,
  });
  let text = '';
  for await (const chunk of output) text += String(chunk);
  return { lines: text.split('\n').filter(Boolean), refused };
}

const bytes = (text: string) => Buffer.from(text, 'utf8');

describe('guardInput', () => {
  it('hands on the same lines, however the bytes come', async () => {
    const line = fc.oneof(
      fc.json({ maxDepth: 2 }),
      fc.constant('not json'),
      fc.constant(''),
      fc.constant('{"id":"ü","x":"→"}\r'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 6 }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        async (lines, cuts) => {
          const all = bytes(lines.map((text) => `${text.replaceAll('\n', ' ')}\n`).join(''));
          const at = [...new Set([0, ...cuts.map((cut) => Math.min(cut, all.length)), all.length])].sort(
            (a, b) => a - b,
          );
          const pieces = at.slice(1).map((end, index) => all.subarray(at[index] ?? 0, end));
          expect(await pass(pieces, 60)).toEqual(await pass([all], 60));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('answers what is no JSON, by its id where that can be seen', async () => {
    const { lines, refused } = await pass([bytes('{"id": 7, "method": \nhello\n{"id": "a-1", nonsense}\n{"id": 8}\n')]);
    expect(lines).toEqual(['{"id": 8}']);
    expect(refused.map(({ id, error }) => [id, error.code])).toEqual([
      [7, -32700],
      [null, -32700],
      ['a-1', -32700],
    ]);
  });

  it('answers what is too long, with its id at either end, and goes on', async () => {
    const text = 'x'.repeat(5_000);
    const { lines, refused } = await pass(
      [bytes(`{"id": 1, "text": "${text}"}\n{"text": "${text}`), bytes(`${text}", "id": 2}\n{"id": 3}\n`)],
      1_000,
    );
    expect(lines).toEqual(['{"id": 3}']);
    expect(refused.map(({ id, error }) => [id, error.code])).toEqual([
      [1, -32600],
      [2, -32600],
    ]);
    expect(refused[0]?.error.message).toContain('at most 1000');
  });

  it('takes the last line of a file without its end, and leaves out one that broke off', async () => {
    expect(await pass([bytes('{"id": 1}\n{"id": 2}')])).toEqual({ lines: ['{"id": 1}', '{"id": 2}'], refused: [] });
    expect(await pass([bytes('{"id": 1}\n{"id": 2')])).toEqual({ lines: ['{"id": 1}'], refused: [] });
  });
});

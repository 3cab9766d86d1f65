import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson } from '../../src/live/stdin.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-stdin-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a file that holds these bytes; `waits` has what was told of waiting. */
async function readBytes(bytes: Buffer | string, maxBytes = 1_000_000): Promise<{ value: unknown; waits: boolean[] }> {
  const path = join(folder, 'event');
  writeFileSync(path, bytes);
  const waits: boolean[] = [];
  return { value: await readJson(openSync(path, 'r'), maxBytes, (isWaiting) => waits.push(isWaiting)), waits };
}

describe('readJson', () => {
  it('gives what was sent, however long it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.nat({ max: 200_000 }),
        fc.constantFrom('', '\n', ' \r\n'),
        async (value, length, end) => {
          const event = { value, text: '}ä'.repeat(length / 3) };
          const text = JSON.stringify(event);
          expect((await readBytes(text + end)).value).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('gives nothing where there is more than the bound', async () => {
    expect((await readBytes('{"a":"bcd"}', 11)).value).toEqual({ a: 'bcd' });
    expect((await readBytes('{"a":"bcde"}', 11)).value).toBeUndefined();
  });

  it.each(['', '{"a":', '{"a":1}}', 'no JSON', '\0\uFFFD'])('gives nothing for %j', async (text) => {
    expect((await readBytes(text)).value).toBeUndefined();
  });

  it('waits for nothing when it has answered', async () => {
    const { waits } = await readBytes('{"a":1}');
    expect(waits).toEqual([true, false]);
  });

  it('does not wait for what cannot be read, or for a person', async () => {
    const waits: boolean[] = [];
    for (const file of [9999, ...(process.platform === 'win32' ? [] : [openSync('/dev/null', 'r')])])
      expect(await readJson(file, 10, (isWaiting) => waits.push(isWaiting))).toBeUndefined();
    expect(waits).toEqual([]);
  });
});

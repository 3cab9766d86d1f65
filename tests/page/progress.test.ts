import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeProgress } from '../../src/page/progress.ts';

describe('the progress of reading', () => {
  it.each([
    [undefined, 'Looking for logs'],
    [{ done: 0, total: 0 }, 'Looking for logs'],
    [{ done: 0, total: 30_000 }, 'Step 1 of 2: reading logs, 0 of 0.1 MB'],
    [{ done: 1_990_000, total: 2_000_000 }, 'Step 1 of 2: reading logs, 1.9 of 2 MB'],
    [{ done: 999_600_000, total: 1_000_000_000 }, 'Step 1 of 2: reading logs, 999 of 1,000 MB'],
    [{ done: 12_400_000, total: 12_400_000 }, 'Step 1 of 2: reading logs, 13 of 13 MB'],
    [{ done: 5, total: 5, mined: { done: 1, total: 3 } }, 'Step 2 of 2: finding lessons, 1 of 3 projects done'],
  ])('of %o is told as %s', (reading, text) => {
    expect(describeProgress(reading).text).toBe(text);
  });

  it('is the same as a bar and in words', () => {
    fc.assert(
      fc.property(fc.nat(2e9), fc.nat(2e9), (one, other) => {
        const reading = { done: Math.min(one, other), total: Math.max(one, other, 1) };
        const { done, total, text } = describeProgress(reading);
        const [, said, all] = /logs, ([\d.,]+) of ([\d.,]+) MB$/.exec(text) ?? [];
        expect([said, all].map((number) => Number(number?.replaceAll(',', '')))).toEqual([done, total]);
        expect(done === total).toBe(reading.done === reading.total);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHelped, decodeHelped, encodeHelped, type HelpedCount } from '../../src/memory/helped-count.ts';

const none: HelpedCount = { total: 0, machines: [] };
const time = (second: number) => new Date(Date.UTC(2026, 2, 1) + second * 1000).toISOString();

describe('addHelped', () => {
  it('counts every event once, whatever part of the journal is still there and however often it is read', () => {
    const seconds = fc.uniqueArray(fc.nat(10_000), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(seconds, fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 10 }), (events, cuts) => {
        const all = events.toSorted((a, b) => a - b).map(time);
        let count = none;
        let read = 0;
        // Each time some more is there, and of what was counted some is gone.
        for (const [more, gone] of cuts) {
          read = Math.min(all.length, read + more);
          const known = all.slice(0, read);
          const counted = count.machines[0]?.until ?? '';
          const kept = known.filter((at, index) => at > counted || index >= gone);
          count = addHelped(count, 'a1b2c3', kept);
          expect(count.total).toBe(read);
        }
        expect(addHelped(count, 'a1b2c3', all).total).toBe(all.length);
      }),
    );
  });

  it('adds up what two machines counted, in whatever order', () => {
    const first = addHelped(addHelped(none, 'aaaa', [time(5), time(9)]), 'bbbb', [time(1)]);
    const second = addHelped(addHelped(none, 'bbbb', [time(1)]), 'aaaa', [time(9), time(5)]);
    expect(first).toEqual(second);
    expect(first.total).toBe(3);
  });

  it('comes on top of what was counted elsewhere', () => {
    expect(addHelped(decodeHelped('7'), 'aaaa', [time(1)]).total).toBe(8);
  });
});

describe('the field', () => {
  it('is read back as it was written', () => {
    const machine = fc.record({
      machine: fc.stringMatching(/^[a-z0-9]{4,8}$/),
      count: fc.integer({ min: 1, max: 1e6 }),
      until: fc.nat(1e8).map(time),
    });
    const machines = fc.uniqueArray(machine, { maxLength: 4, selector: ({ machine: name }) => name });
    fc.assert(
      fc.property(machines, fc.nat(1000), (list, elsewhere) => {
        const total = elsewhere + list.reduce((sum, { count }) => sum + count, 0);
        // Memory joins the lines of a value by blanks.
        expect(decodeHelped(encodeHelped({ total, machines: list }).replaceAll('\n', ' '))).toEqual({
          total,
          machines: list,
        });
      }),
    );
  });

  it('counts what both sides of a merge had, though the total is that of one', () => {
    expect(decodeHelped(`3 times aaaa 3 until ${time(3)} bbbb 2 until ${time(2)}`).total).toBe(5);
  });

  it.each(['', 'often', '-3', 'until 2026'])('is nothing for %j', (value) => {
    expect(decodeHelped(value)).toEqual(none);
  });
});

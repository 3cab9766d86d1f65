import { describe, expect, it } from 'vitest';
import { findIntervals, makeRandom, type Ratio } from '../../src/proof/intervals.ts';
import { emptyTally, type Tally } from '../../src/proof/tally.ts';

const told: Ratio = { part: 'told', whole: 'known', trial: 'session' };
const alarms: Ratio = { part: 'falseAlarms', whole: 'calls', trial: 'whole' };
const session = (figures: Partial<Tally>): Tally => ({ ...emptyTally(), sessions: 1, ...figures });

describe('intervals', () => {
  it('hold the ratio, and are the same each time', () => {
    const sessions = Array.from({ length: 40 }, (_, index) => session({ known: 2, told: index % 2 }));
    const [interval] = findIntervals(sessions, [told]);
    expect(interval?.[0]).toBeGreaterThan(0.1);
    expect(interval?.[0]).toBeLessThan(0.25);
    expect(interval?.[1]).toBeGreaterThan(0.25);
    expect(interval?.[1]).toBeLessThan(0.4);
    expect(findIntervals(sessions, [told])).toEqual([interval]);
  });

  it('are wider where the same failures are from fewer sessions', () => {
    const width = (sessions: Tally[]) => {
      const [low = 0, high = 0] = findIntervals(sessions, [told])[0] ?? [];
      return high - low;
    };
    const many = Array.from({ length: 40 }, (_, index) => session({ known: 1, told: index % 2 }));
    const few = Array.from({ length: 4 }, (_, index) => session({ known: 10, told: index % 2 === 0 ? 10 : 0 }));
    expect(width(few)).toBeGreaterThan(width(many) * 2);
  });

  it('do not pretend to be sure of nothing or of all', () => {
    const none = Array.from({ length: 10 }, () => session({ known: 1, calls: 100 }));
    const [share, rate] = findIntervals(none, [told, alarms]);
    expect(share?.[0]).toBe(0);
    expect(share?.[1]).toBeCloseTo(1 - 0.025 ** (1 / 10));
    expect(rate?.[1]).toBeCloseTo(1 - 0.025 ** (1 / 1000));
    const all = none.map((one) => ({ ...one, told: 1 }));
    expect(findIntervals(all, [told])[0]?.[1]).toBe(1);
    expect(findIntervals(all, [told])[0]?.[0]).toBeCloseTo(0.025 ** (1 / 10));
  });

  it('are undefined where there is nothing to divide by', () => {
    expect(findIntervals([session({ calls: 5 })], [told])).toEqual([undefined]);
    expect(findIntervals([], [told])).toEqual([undefined]);
  });
});

describe('the generator', () => {
  it('gives the same numbers for the same seed, spread over 0 to 1', () => {
    const draw = (seed: number) => {
      const random = makeRandom(seed);
      return Array.from({ length: 2000 }, random);
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const numbers = draw(7);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(numbers.reduce((sum, number) => sum + number, 0) / 2000).toBeCloseTo(0.5, 1);
  });
});

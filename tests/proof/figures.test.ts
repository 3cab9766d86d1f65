import { describe, expect, it } from 'vitest';
import { sumUp } from '../../src/proof/figures.ts';
import { emptyTally, type Tally } from '../../src/proof/tally.ts';

const session = (figures: Partial<Tally>): Tally => ({ ...emptyTally(), sessions: 1, calls: 100, ...figures });

describe('the verdict', () => {
  it('is "not enough data" without a session to replay', () => {
    expect(sumUp([], false)).toMatchObject({
      verdict: 'not enough data',
      sessions: 0,
      falseAlarmsPer1000: 0,
      tokensPerSession: 0,
    });
  });

  it('is "not enough data" below five known failures, or when they are from fewer than three sessions', () => {
    const four = [1, 1, 1, 1].map((known) => session({ known, failures: known }));
    const two = [session({ known: 5, failures: 5 }), session({ known: 5, failures: 5 }), session({})];
    const enough = [
      session({ known: 3, failures: 3 }),
      session({ known: 1, failures: 1 }),
      session({ known: 1, failures: 1 }),
    ];
    expect(sumUp(four, false)).toMatchObject({
      verdict: 'not enough data',
      reason: expect.stringContaining('4 later failures'),
    });
    expect(sumUp(two, false)).toMatchObject({
      verdict: 'not enough data',
      reason: expect.stringContaining('2 sessions'),
    });
    expect(sumUp(four, false).intervals).toBeUndefined();
    expect(sumUp(enough, false)).toMatchObject({ verdict: 'measured', known: 5 });
    expect(sumUp(enough, false).intervals?.told[0]).toBe(0);
  });
});

describe('sums', () => {
  it('are those of the sessions, with means per session and per 1,000 calls', () => {
    const figures = sumUp([session({ tokens: 300, falseAlarms: 1 }), session({ tokens: 100, placebo: 2 })], true);
    expect(figures).toMatchObject({
      sessions: 2,
      calls: 200,
      tokensPerSession: 200,
      falseAlarmsPer1000: 5,
      placebo: 2,
    });
    expect(sumUp([session({})], false).placebo).toBeUndefined();
  });
});

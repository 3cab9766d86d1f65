import { describe, expect, it } from 'vitest';
import { isProven, lowestPrecision } from '../../../src/lessons/triggers/proven.ts';

describe('isProven', () => {
  it.each([
    ['five failures in two sessions', { matches: 5, failed: 5, sessions: 2 }, true],
    ['four failures', { matches: 4, failed: 4, sessions: 2 }, false],
    ['failures of one session', { matches: 9, failed: 9, sessions: 1 }, false],
    ['one success in six', { matches: 6, failed: 5, sessions: 3 }, false],
    ['one success in forty', { matches: 40, failed: 39, sessions: 9 }, false],
    ['one success in fifty', { matches: 50, failed: 49, sessions: 9 }, true],
    ['three successes in a hundred', { matches: 100, failed: 97, sessions: 9 }, true],
    ['nothing', { matches: 0, failed: 0, sessions: 0 }, false],
  ])('is decided for %s', (_what, replayed, expected) => {
    expect(isProven(replayed)).toBe(expected);
  });
});

describe('lowestPrecision', () => {
  it('is below the share, and comes closer with more matches', () => {
    expect(lowestPrecision({ matches: 10, failed: 9 })).toBeCloseTo(0.651, 2);
    expect(lowestPrecision({ matches: 1000, failed: 900 })).toBeCloseTo(0.883, 2);
  });
});

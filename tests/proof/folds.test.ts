import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planFolds } from '../../src/proof/folds.ts';

const spansAt = (starts: readonly number[]) =>
  starts.map((firstAt, index) => ({ agent: 'claude-code', session: `s${index}`, firstAt, lastAt: firstAt + 5 }));

describe('folds', () => {
  it('cut the sessions into one block more than there are folds', () => {
    expect(planFolds(spansAt([10, 20, 30, 40, 50, 60]), { folds: 2 })).toEqual([30, 50]);
    expect(planFolds(spansAt([10, 20, 30, 40, 50, 60]), { folds: 5 })).toEqual([20, 30, 40, 50, 60]);
  });

  it('are at most one per session after the first', () => {
    expect(planFolds(spansAt([10, 20, 30]), { folds: 10 })).toEqual([20, 30]);
    expect(planFolds(spansAt([10]), { folds: 10 })).toEqual([]);
    expect(planFolds([], { folds: 10 })).toEqual([]);
  });

  it('are one moment where a date is given', () => {
    expect(planFolds(spansAt([10, 20]), { split: new Date(15) })).toEqual([15]);
  });

  it('ascend, begin after the first session, and leave no block empty', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        (starts, folds) => {
          const moments = planFolds(spansAt(starts), { folds });
          expect(moments.length).toBeLessThanOrEqual(folds);
          for (const [index, moment] of moments.entries()) {
            expect(starts).toContain(moment);
            expect(moment).toBeGreaterThan(moments[index - 1] ?? Math.min(...starts));
          }
        },
      ),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type ComparedSession, measureEffect } from '../../src/proof/effect.ts';
import { makeRandom } from '../../src/proof/intervals.ts';

/** Sessions with as many known failures as chance gives, around a mean. */
function draw(arm: ComparedSession['arm'], count: number, mean: number, random: () => number): ComparedSession[] {
  return Array.from({ length: count }, () => ({ arm, failures: poisson(mean, random) }));
}

function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let product = random();
  let number = 0;
  while (product > limit) {
    product *= random();
    number += 1;
  }
  return number;
}

function study(told: number, heldOut: number, random: () => number, count = 40) {
  const { difference } = measureEffect([
    ...draw('told', count, told, random),
    ...draw('held-out', count, heldOut, random),
  ]);
  if (!difference) throw new Error('too few sessions');
  return difference;
}

describe('measureEffect', () => {
  it('gives an interval that holds an effect that is there, nearly as often as it says', () => {
    const random = makeRandom(1);
    const studies = Array.from({ length: 200 }, () => study(1, 2, random));
    const holding = studies.filter(({ interval: [low, high] }) => low <= -1 && -1 <= high).length;
    // 95% is what it says; resampling 40 sessions gives a little less.
    expect(holding).toBeGreaterThan(180);
    expect(studies.filter(({ verdict }) => verdict === 'fewer').length).toBeGreaterThan(150);
    expect(studies.filter(({ verdict }) => verdict === 'more')).toEqual([]);
  });

  it('mostly shows none where there is none', () => {
    const random = makeRandom(2);
    const studies = Array.from({ length: 200 }, () => study(1.5, 1.5, random));
    expect(studies.filter(({ verdict }) => verdict !== 'none-shown').length).toBeLessThan(20);
  });

  it('tells that it is worse', () => {
    expect(study(3, 1, makeRandom(3))).toMatchObject({ verdict: 'more' });
  });

  it('says nothing with fewer than 20 sessions on a side', () => {
    const random = makeRandom(4);
    const sessions = [...draw('told', 200, 0, random), ...draw('held-out', 19, 9, random)];
    expect(measureEffect(sessions)).toMatchObject({ needed: 20, told: { sessions: 200 }, heldOut: { sessions: 19 } });
    expect(measureEffect(sessions)).not.toHaveProperty('difference');
    expect(measureEffect([])).not.toHaveProperty('difference');
  });

  it('does not take nothing for certain', () => {
    const none = Array.from({ length: 20 }, (): ComparedSession => ({ arm: 'told', failures: 0 }));
    const few = none.map((_, index): ComparedSession => ({ arm: 'held-out', failures: index === 0 ? 1 : 0 }));
    const { told, difference } = measureEffect([...none, ...few]);
    expect(told.interval[1]).toBeGreaterThan(0);
    expect(difference?.verdict).toBe('none-shown');
  });

  it('gives the same figures for the same sessions', () => {
    const sessions = [...draw('told', 30, 1, makeRandom(5)), ...draw('held-out', 30, 2, makeRandom(6))];
    expect(measureEffect(sessions)).toEqual(measureEffect(sessions));
  });
});

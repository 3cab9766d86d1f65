import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, measureDistance } from '../../src/shared/did-you-mean.ts';

describe('didYouMean', () => {
  const keys = ['projects', 'budget', 'minConfidence', 'agents', 'redaction', 'claudeDir'];
  it.each([
    ['project', 'projects'],
    ['budegt', 'budget'],
    ['minconfidence', 'minConfidence'],
    ['claude_dir', 'claudeDir'],
    ['agent', 'agents'],
  ])('%s was meant to be %s', (word, meant) => {
    expect(didYouMean(word, keys)).toBe(meant);
  });

  it.each(['colour', 'x', '', 'a'.repeat(1000)])('says nothing for %s', (word) => {
    expect(didYouMean(word, keys)).toBeUndefined();
  });

  it('takes the nearest, and the first of equals', () => {
    expect(didYouMean('learm', ['learns', 'learn'])).toBe('learn');
    expect(didYouMean('cat', ['bat', 'hat'])).toBe('bat');
  });
});

describe('measureDistance', () => {
  it('counts swapped neighbours as one slip', () => {
    expect(measureDistance('ab', 'ba')).toBe(1);
    expect(measureDistance('kitten', 'sitting')).toBe(3);
    expect(measureDistance('', 'abc')).toBe(3);
  });

  it('is symmetric, and zero only for equal words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(measureDistance(a, b)).toBe(measureDistance(b, a));
        expect(measureDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

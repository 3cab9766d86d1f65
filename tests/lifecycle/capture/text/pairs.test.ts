import { describe, expect, it } from 'vitest';
import { areOpposite } from '../../../../src/lifecycle/capture/text/directives.ts';
import { compareLessons } from '../../../../src/lifecycle/capture/text/likeness.ts';
import { DIFFERENT, OPPOSITES, PARAPHRASES } from './pairs.ts';

const both = <T>(first: string, second: string, compare: (a: string, b: string) => T) => [
  compare(first, second),
  compare(second, first),
];
const likeness = (first: string, second: string) =>
  compareLessons({ pattern: '', guidance: first }, { pattern: '', guidance: second });

describe('opposites', () => {
  it.each(OPPOSITES)('%s | %s', (first, second) => {
    expect(both(first, second, areOpposite)).toEqual([true, true]);
  });
});

describe('different rules about one file and function', () => {
  it.each(DIFFERENT)('stay two, without a conflict: %s | %s', (first, second) => {
    expect(both(first, second, areOpposite)).toEqual([false, false]);
    for (const found of both(first, second, likeness)) expect(found).not.toBe('equal');
  });
});

describe('paraphrases', () => {
  it.each(PARAPHRASES)('are proposed as one: %s | %s', (first, second) => {
    expect(both(first, second, areOpposite)).toEqual([false, false]);
    expect(both(first, second, likeness)).toEqual(['same', 'same']);
  });
});

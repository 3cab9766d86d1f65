import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLessons, type Likeness } from '../../../../src/lifecycle/capture/text/likeness.ts';

const compare = (first: string, second: string, patterns: [string, string] = ['', '']): Likeness =>
  compareLessons({ pattern: patterns[0], guidance: first }, { pattern: patterns[1], guidance: second });

describe('compareLessons', () => {
  it.each([
    ['Run `make seed` before `make test`.', 'Before `make test`, run `make seed`: it fills the tables.'],
    ['Close every handle that openBerth() gives.', 'Handles that openBerth() gives: close every one.'],
    ['Do not run `make test` without `make seed`.', 'Run `make seed` before `make test`.'],
  ])('the same: %s | %s', (first, second) => {
    expect([compare(first, second), compare(second, first)]).toEqual(['same', 'same']);
  });

  it.each([
    ['Run **make seed-db** before the tests', 'run make seed-db before the tests.'],
    ['Run `make seed`, then `make test`', 'Run `make seed` then `make test`!'],
  ])('equal: %s | %s', (first, second) => {
    expect([compare(first, second), compare(second, first)]).toEqual(['equal', 'equal']);
  });

  it.each([
    ['Pass `-v` to `make test`.', 'Pass `-V` to `make test`.'],
    ['Look at src/API.ts: use `Tide`.', 'Look at src/API.ts: use `tide`.'],
  ])('not equal, for a sign in code: %s | %s', (first, second) => {
    expect(compare(first, second)).not.toBe('equal');
  });

  it.each([
    ['Run `make seed` before `make test`.', 'Run `make seed` before `make lint`.'],
    ['Use `fetchBerth` in src/api/.', 'Mock `fetchBerth` in tests/unit/.'],
  ])('alike: %s | %s', (first, second) => {
    expect([compare(first, second), compare(second, first)]).toEqual(['alike', 'alike']);
  });

  it.each([
    ['Run `make seed` before `make test`.', 'Run `make test` before `make seed`.'],
    ['Use `pnpm`, not `npm`.', 'Use `npm`, not `pnpm`.'],
    ['Keep handlers in src/api/.', 'Run `tsc --noEmit` before a commit.'],
  ])('different: %s | %s', (first, second) => {
    expect([compare(first, second), compare(second, first)]).toEqual(['different', 'different']);
  });

  it('goes by what happened, too, where half of the names are shared', () => {
    const guidance = 'Start `redis-server` for the queue.';
    const other = 'The queue needs `redis-server`: look at `docker ps`.';
    const same: [string, string] = [
      'The queue tests hung because redis was not running.',
      'Tests of the queue hung, redis was not running.',
    ];
    expect(compare(guidance, other, same)).toBe('same');
    expect(compare(guidance, other, ['The cache was cold.', 'A deploy broke the login page.'])).toBe('alike');
  });

  it('finds every text the same as itself, and does not depend on the order', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (first, second) => {
        expect(compare(first, first)).toBe('equal');
        expect(compare(first, second)).toBe(compare(second, first));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { areOpposite } from '../../../../src/lifecycle/capture/text/directives.ts';

describe('areOpposite', () => {
  it.each([
    ['Use `pnpm` instead of `npm`.', 'Use `npm` instead of `pnpm`.'],
    ['Run `make seed` before `make test`.', 'Run `make test` before `make seed`.'],
    ['Before `make test`, run `make seed`.', 'Run `make seed` after `make test`.'],
    ['Never use `npm test`.', 'Run `npm test` after each change.'],
    ['Keep handlers in `src/api/`.', 'Never put handlers in `src/api/`.'],
    ['Always use `yarn`.', 'Do not use `yarn`.'],
    ['Avoid `git push`.', 'Always run `git push` at the end.'],
    ["Don't edit src/gen/schema.ts by hand.", 'Edit src/gen/schema.ts when the API changes.'],
    ['Use `vitest`, not `jest`.', 'Write tests with care; use `jest`.'],
  ])('%s | %s', (first, second) => {
    expect([areOpposite(first, second), areOpposite(second, first)]).toEqual([true, true]);
  });

  it.each([
    ['Run `make seed` before `make test`.', 'Do not run `make test` without `make seed`.'],
    ['Run `make seed` before `make test`.', 'Before `make test`, run `make seed`.'],
    ['Never run `make test` before `make seed`.', 'Run `make seed` before `make test`.'],
    ['Do not edit files in `dist/`.', 'Keep built files in `dist/`.'],
    ['Use `pnpm` instead of `npm`.', 'Use `pnpm` for scripts.'],
    ['Never use `npm`.', 'Use `pnpm` when there is a lock file of `npm`.'],
    ['Do not run `git push` unless asked.', 'Run `git push` when asked.'],
    ['Never commit `.env`.', 'Copy `.env.example` to `.env`.'],
    ['', ''],
  ])('not opposite: %s | %s', (first, second) => {
    expect([areOpposite(first, second), areOpposite(second, first)]).toEqual([false, false]);
  });
});

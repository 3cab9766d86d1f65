import { describe, expect, it } from 'vitest';
import { judgeKnown } from '../../../../src/lifecycle/capture/refusals/known-rules.ts';

const rule = (text: string) => [{ file: 'CLAUDE.md', line: 7, text }];

describe('judgeKnown', () => {
  it.each([
    ['Run `make seed` before `make test`.', 'Run `make seed` before `make test`, or the tables are empty.'],
    ['Before `make test`, run `make seed`.', 'Always run `make seed` before you run `make test`.'],
    [
      'Keep request handlers in src/api/',
      '**Structure.** Keep request handlers in `src/api/` and models in `src/model/`.',
    ],
  ])('refuses: %s, told by: %s', (guidance, text) => {
    expect(judgeKnown(guidance, rule(text))).toMatchObject({
      code: 'known-rule',
      message: 'CLAUDE.md:7 already says so.',
    });
  });

  it.each([
    ['Run `make seed` before `make test`.', 'Run `make test` before a commit.'],
    ['Use `pnpm` instead of `npm` in web/.', 'Use `npm` instead of `pnpm` in web/.'],
    ['Keep request handlers in src/api/', 'Keep request handlers small.'],
    ['Check `src/a.ts`', 'Check everything.'],
  ])('takes: %s, beside: %s', (guidance, text) => {
    expect(judgeKnown(guidance, rule(text))).toBeUndefined();
  });
});

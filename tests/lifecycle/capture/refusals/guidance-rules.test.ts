import { describe, expect, it } from 'vitest';
import { judgeGuidance } from '../../../../src/lifecycle/capture/refusals/guidance-rules.ts';

describe('judgeGuidance', () => {
  it.each([
    'Run `make seed` before `make test`',
    'Keep handlers in src/api/',
    'Check that `tsc --noEmit` passes',
    'Use `pnpm`, not `npm`.',
    'Never edit src/gen/schema.ts by hand: run npm run codegen.',
    'Before npm test, set DATABASE_URL to the test database.',
    'Check that the health endpoint returns 200 before the tests start.',
    'Verify that the "berths" table exists first.',
    'Wrap calls of `fetchBerth()` in `withRetry()`.',
    'The port is in config/dev.env; it is not 5432.',
    'Handlers return `Result<T>`; never throw in `src/api/**`.',
    'Be careful: run `make seed` before `make test`.',
    'Write clean code in `src/api/`: never throw in handlers.',
    'Follow the conventions of `docs/style.md`.',
    'Take care: `make seed`, then `make test`.',
    '在 `make test` 之前运行 `make seed`。',
  ])('takes: %s', (guidance) => {
    expect(judgeGuidance(guidance)).toBeUndefined();
  });

  it.each([
    ['', 'no-guidance'],
    ['  \n ', 'no-guidance'],
    ['careful', 'vague'],
    ['be careful', 'vague'],
    ['Be careful with the API.', 'vague'],
    ['API is hard to use', 'vague'],
    ['write better tests', 'vague'],
    ['This was hard.', 'vague'],
    ['Make sure everything works.', 'vague'],
    ['Always check the results.', 'vague'],
    ['Follow best practices in src/api/', 'vague'],
    ['Pay attention to `src/api/tide.ts`.', 'vague'],
    ['Test thoroughly: `src/api/`', 'vague'],
    ['Follow best practices and write clean code in `src/api/`', 'vague'],
    ['Write clean, readable code in `src/test/run.ts`.', 'vague'],
    ['Keep the code clean in src/api/', 'vague'],
    ['Use good variable names in `src/api/`.', 'vague'],
    ['Handle errors properly in `src/write.ts`.', 'vague'],
    ['Follow industry standards in src/api/', 'vague'],
    ['Be consistent in `src/use.ts`; fix it', 'vague'],
    ['The `TideApi` is hard to use', 'no-instruction'],
    ['`src/legacy/` is very confusing', 'no-instruction'],
    ['x'.repeat(1_001), 'too-long'],
  ])('refuses: %.40s', (guidance, code) => {
    const refusal = judgeGuidance(guidance);
    expect(refusal?.code).toBe(code);
    expect(refusal?.hint).not.toBe('');
  });

  it('lets nobody force a lesson without guidance, but one that is only vague', () => {
    expect(judgeGuidance('')?.isHard).toBe(true);
    expect(judgeGuidance('be careful')?.isHard).toBe(false);
  });
});

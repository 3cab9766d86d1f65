import { describe, expect, it } from 'vitest';
import { judgeTopic } from '../../../../src/lifecycle/capture/refusals/topic-rules.ts';

describe('judgeTopic', () => {
  it.each([
    ['Use a cursor for more than 100 rows in src/db/.', ''],
    ['Mock the Claude client in tests/llm/.', ''],
    ['Write temporary files to tmp/.', ''],
    ['Run `codespell` to find typos.', ''],
    ['Check docs/ for typos with `codespell` before a commit.', ''],
    ['Keep CLAUDE.md short.', ''],
    ['Retry in src/api/retry.ts when the service answers 429.', 'The import failed twice.'],
    ['Run `make agents` after changes in agents/.', ''],
    ['Read src/model/tide.ts first.', 'It was edited without being read.'],
  ])('takes: %s', (guidance, pattern) => {
    expect(judgeTopic({ guidance, pattern })).toBeUndefined();
  });

  it.each([
    ['The Edit tool must be given the whole line.', '', 'framework'],
    ['Claude Code should read `src/a.ts` first.', '', 'framework'],
    ['The agent forgets to run `make test`.', '', 'framework'],
    ['Keep the context window small in src/.', '', 'framework'],
    ['hardwon learn is slow in packages/.', '', 'framework'],
    ['Run `npm ci` again.', 'The registry was down.', 'transient'],
    ['Use the mirror in .npmrc temporarily.', '', 'transient'],
    ['Check `src/a.ts`.', 'It failed because of a typo.', 'transient'],
    ['There was a typo in `a.ts`; fix it', '', 'transient'],
    ['Fix the typo in `src/a.ts`.', '', 'transient'],
    ['`src/a.ts` had a small typo, correct it there.', '', 'transient'],
    ['Use `main` as the base in this PR only.', '', 'one-task'],
    ['Run `scripts/move.sh`, a one-time migration.', '', 'one-task'],
  ])('refuses: %s %s', (guidance, pattern, code) => {
    expect(judgeTopic({ guidance, pattern })).toMatchObject({ code, isHard: false });
  });
});

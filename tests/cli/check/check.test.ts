import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage, type Stage } from '../../e2e/stage.ts';

const story = `
sessions:
  - calls:
      - {shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'", exit: 1}
      - {shell: uv run python tools/load.py, prints: ok}
  - calls:
      - {shell: python3 tools/check.py, fails: "ModuleNotFoundError: No module named 'polars'", exit: 1}
      - {shell: uv run python tools/check.py, prints: ok}
`;

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(story);
  await stage.run(['learn', '--apply']);
  const fix = [
    '--tool',
    'deploy',
    '--error-pattern',
    'manifest unknown',
    '--root-cause',
    'No tag.',
    '--fix',
    'Push it.',
  ];
  expect((await stage.run(['learn-fix', ...fix])).code).toBe(0);
});
afterAll(clearStages);

const check = async (...words: string[]) => {
  const { code, stdout } = await stage.run(['check', '--json', ...words]);
  return [code, ...JSON.parse(stdout).issues.map(({ tool }: { tool: string }) => tool)];
};

describe('hardwon check with the text of an error', () => {
  const error = "ModuleNotFoundError: No module named 'polars'";

  it('finds what was learned from that very error, with and without the tool', async () => {
    expect(await check(error)).toEqual([0, 'python3']);
    expect(await check('--error', error)).toEqual([0, 'python3']);
    expect(await check(`Traceback (most recent call last):\n  File "load.py", line 1\n${error}`)).toEqual([
      0,
      'python3',
    ]);
    expect(await check(error, '--tool', 'python3')).toEqual([0, 'python3']);
    expect(await check(error, '--tool', 'deploy')).toEqual([1]);
    expect(await check("ModuleNotFoundError: No module named 'pandas'")).toEqual([1]);
  });

  it('takes several words for a tool first, then for an error', async () => {
    expect(await check('python3 tools/load.py')).toEqual([0, 'python3']);
    expect(await check('the manifest unknown again')).toEqual([0, 'deploy']);
    expect(await check('manifest')).toEqual([1]);
  });

  it('does not take it for the name of a tool where nothing is known', async () => {
    const { code, stdout } = await stage.run(['check', 'fatal: no upstream branch']);
    expect(code).toBe(1);
    expect(stdout).toContain('Nothing is known about this error.\n');
    expect(stdout).toMatch(/--tool TOOL /);
    expect(stdout).not.toContain('hardwon learn --apply');
  });

  it('says how to get a memory where the project has none yet', async () => {
    const fresh = await makeStage(story);
    const { code, stdout } = await fresh.run(['check', 'python3']);
    expect(code).toBe(1);
    expect(stdout).toContain('Nothing is known about python3.');
    expect(stdout).toMatch(/has\s+no\s+memory\s+yet:\s+hardwon\s+learn\s+--apply/);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import type { NextStepsReport } from '../../src/app/learn/next-steps.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';
import { everyFile, oneLesson } from './stories.ts';

afterAll(clearStages);

async function stepsOf(stage: Stage): Promise<NextStepsReport['steps']> {
  const { code, stdout } = await stage.run(['--json']);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as NextStepsReport).steps;
}

describe('hardwon without a command', () => {
  it('names what there is to do, until it is done', async () => {
    const stage = await makeStage(oneLesson);
    await stage.git(['remote', 'add', 'origin', 'https://example.org/ada/harbour.git']);
    expect(await stepsOf(stage)).toEqual([
      { what: 'learn', text: '1 new lesson is ready and not written yet.', command: 'hardwon learn' },
      {
        what: 'install',
        text: 'Claude Code has no hooks: lessons are not shown while it works.',
        command: 'hardwon install claude-code',
      },
    ]);
    const { code, stdout, stderr } = await stage.run([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('harbour ~/harbour: 1 lesson ready, 0 watched.\n');
    expect(stdout).toContain('  1 new lesson is ready and not written yet.\n    hardwon learn\n');
    await stage.run(['learn', '--apply']);
    await stage.run(['install', 'claude-code', '--apply']);
    expect((await stepsOf(stage)).map(({ what }) => what)).toEqual(['share']);
    expect((await stage.run(['share'])).code).toBe(0);
    expect(await stepsOf(stage)).toEqual([]);
    expect((await stage.run([])).stdout).toBe(
      'harbour ~/harbour: 1 lesson ready, 0 watched.\nNothing to do. hardwon --help lists the commands.\n',
    );
  });

  it('names lessons that wait for a person, and those that may contradict each other', async () => {
    const stage = await makeStage();
    await stage.run(['capture', 'Run `make seed` before `make test`', '--yes']);
    expect(await stepsOf(stage)).toEqual([
      {
        what: 'review',
        text: '1 lesson waits for your review: confirm or reject it.',
        command: 'hardwon memory list --status watching',
      },
    ]);
    await stage.run(['capture', 'Do not run `make seed` before `make test`', '--yes']);
    expect((await stepsOf(stage)).map(({ what }) => what)).toContain('resolve');
  });

  it('says what keeps lessons from being written', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('CLAUDE.md', '# Harbour\n\n<!-- hardwon:learn:start -->\n');
    const [first, ...rest] = await stepsOf(stage);
    expect(first).toMatchObject({ what: 'settle', text: expect.stringContaining('CLAUDE.md:3: ') });
    expect(rest.map(({ what }) => what)).not.toContain('learn');
  });

  it('names a file of this machine that git would commit', async () => {
    const stage = await makeStage(everyFile);
    await stage.write('.gitignore', '');
    await stage.run(['learn', '--apply']);
    const exposed = (await stepsOf(stage)).filter(({ what }) => what === 'settle');
    expect(exposed).toEqual([
      {
        what: 'settle',
        text: expect.stringContaining('git does not ignore CLAUDE.local.md'),
        command: 'hardwon doctor',
      },
    ]);
    await stage.write('.gitignore', 'CLAUDE.local.md\n');
    expect((await stepsOf(stage)).map(({ what }) => what)).not.toContain('settle');
  });

  it('fits on one screen, and changes nothing', async () => {
    const stage = await makeStage(everyFile);
    for (const columns of ['80', '120']) {
      const { stdout } = await stage.run([], { env: { COLUMNS: columns } });
      const lines = stdout.split('\n');
      expect(lines.length).toBeLessThanOrEqual(24);
      expect(lines.filter((line) => line.length > Number(columns))).toEqual([]);
    }
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
  });

  it('is brief where no agent has worked', async () => {
    const stage = await makeStage(oneLesson);
    const { code, stdout } = await stage.run([], { cwd: stage.home });
    expect(code).toBe(0);
    expect(stdout).toBe(
      'No coding agent has worked in ~ yet.\nhardwon demo shows an example; hardwon --help lists the commands.\n',
    );
    expect(JSON.parse((await stage.run(['--json'], { cwd: stage.home })).stdout)).toMatchObject({
      schema: 1,
      steps: [],
    });
  });
});

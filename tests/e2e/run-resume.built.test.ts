import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LoopReport } from '../../src/loop-report.ts';
import { loopStage, TASK } from './loop-stage.ts';
import { clearStages } from './stage.ts';

afterAll(clearStages);

// Each runs an agent and tests several times over, with git in between.
describe('hardwon run --resume', { timeout: 180_000 }, () => {
  it('goes on in the folder of the run, with the tests and the number of attempts that it was begun with', async () => {
    const stage = await loopStage({ tests: {} });
    await stage.write('packages/pier/answer.js', 'exports.answer = 1;\n');
    await stage.write('packages/pier/answer.test.js', (await stage.read('answer.test.js')) ?? '');
    await stage.git(['add', '--all']);
    await stage.git(['commit', '--quiet', '--message', 'a package']);
    const pier = join(stage.root, 'packages/pier');
    const words = ['run', TASK, '--no-auto-retry', '--max-retries', '1', '--tests', 'node --test answer.test.js'];
    expect((await stage.run(words, { cwd: pier })).code).toBe(1);
    const { code, stdout, stderr } = await stage.run(['run', '--resume', '--json']);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout) as LoopReport).toMatchObject({ status: 'passed', result: { files: ['packages/pier/answer.js'] } });
    expect(stderr).toContain('tests: node --test answer.test.js (configured)');
    expect(stderr).toContain('Attempt 2 of 2, with 1 rule');
  });

  it('goes on as it was begun, by the command that it prints, from another folder', async () => {
    const stage = await loopStage({ loop: undefined, tests: {} });
    const config = join(stage.home, 'other.yaml');
    const command = JSON.stringify([process.execPath, join(stage.home, 'agent.cjs'), '{task}']);
    await writeFile(config, `loop: { command: ${command} }\ntests: { command: [node, --test, answer.test.js] }\n`);
    const words = [
      'run',
      TASK,
      '--config',
      'other.yaml',
      '--project-dir',
      stage.root,
      '--no-auto-retry',
      '--verify',
      '0',
      '--apply-result',
    ];
    const first = await stage.run(words, { cwd: stage.home });
    expect(first.code, first.stderr).toBe(1);
    const printed = /go on: +hardwon (.*)/.exec(first.stdout)?.[1]?.split(' ') ?? [];
    expect(printed).toEqual(['run', '--resume', '--project-dir', stage.root]);
    const next = await stage.run(printed, { cwd: stage.home });
    expect(next.code, next.stderr).toBe(0);
    expect(next.stderr).toContain('tests: node --test answer.test.js (configured)');
    expect(next.stdout).toContain('Applied to your files');
    expect(next.stdout).toContain('a candidate: the tests pass with it');
    expect(await stage.read('answer.js')).toContain('null');
  });

  it('stops again after the next failure where it was begun so, and lets a rule be reworded or dropped', async () => {
    const stage = await loopStage();
    const first = await stage.run(['run', TASK, '--no-auto-retry', '--max-retries', '3']);
    expect(first.stdout).toContain('hardwon run --resume --rule 1=');
    expect(await stage.run(['run', '--resume', '--rule', '7=x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('names no rule that was not tried yet'),
    });
    const reworded = await stage.run(['run', '--resume', '--json', '--rule', '1=Look at the harbour in `answer.js` first']);
    const report = JSON.parse(reworded.stdout) as LoopReport;
    expect(report).toMatchObject({
      status: 'stopped',
      reason: 'for review',
      attempts: [{ rules: [] }, { rules: [1], passed: false }],
      rules: [{ rule: 'Look at the harbour in `answer.js` first', verdict: 'no-help' }, { verdict: 'untried' }],
    });
    const dropped = JSON.parse((await stage.run(['run', '--resume', '--json', '--rule', '2='])).stdout) as LoopReport;
    expect(dropped.rules[1]).toMatchObject({ verdict: 'dropped' });
    expect(dropped.attempts[2]).toMatchObject({ rules: [] });
  });

  it('finds the run by a link to its project, and keeps it where it cannot go on', async () => {
    const stage = await loopStage();
    expect((await stage.run(['run', TASK, '--no-auto-retry'])).code).toBe(1);
    const link = join(stage.home, 'link');
    await symlink(stage.root, link, 'junction');
    const resume = ['run', '--resume', '--project-dir', link];
    const settings = join(stage.home, '.config/hardwon/hardwon.config.json');
    const before = await readFile(settings, 'utf8');
    const { loop, ...rest } = JSON.parse(before) as { loop: object };
    await writeFile(settings, JSON.stringify({ ...rest, loop: { ...loop, setup: 'exit 3' } }));
    expect(await stage.run(resume)).toMatchObject({ code: 2, stderr: expect.stringContaining('Setting up failed') });
    await writeFile(settings, before);
    expect((await stage.run(resume)).code).toBe(0);
  });

  it('goes on where the agent failed, with the rule that it was given', async () => {
    const stage = await loopStage();
    const agent = join(stage.home, 'agent.cjs');
    const works = await readFile(agent, 'utf8');
    await writeFile(agent, `${works}\nif (/must be|expects/.test(task)) { console.log('out of credit'); process.exit(1); }\n`);
    const broken = await stage.run(['run', TASK]);
    expect(broken).toMatchObject({ code: 2, stdout: expect.stringContaining('the agent failed: out of credit') });
    expect(broken.stdout).toContain('hardwon run --resume');
    await writeFile(agent, works);
    const { code, stdout } = await stage.run(['run', '--resume', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      attempts: [
        { passed: false },
        { agent: { outcome: 'failed' }, rules: [1] },
        { passed: true, rules: [1] },
        { isAblation: true },
      ],
      rules: [{ verdict: 'helped' }],
    });
  });
});

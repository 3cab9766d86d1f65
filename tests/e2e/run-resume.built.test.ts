import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LoopReport } from '../../src/app/loop/loop-report.ts';
import { startServer } from '../loop/support/answering-server.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { loopStage, TASK } from './loop-stage.ts';
import { clearStages, makeBuiltStage, NOW, type Stage } from './stage.ts';

afterAll(clearStages);

/** Runs a line as it was printed, in the shell of a user who stands elsewhere. */
async function runShell({ home }: Stage, line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const cli = resolve(import.meta.dirname, '../../dist/cli.js');
  const script = `hardwon() { '${process.execPath}' '${cli}' "$@"; }\n${line}`;
  const child = spawn('/bin/sh', ['-c', script], { cwd: home, env: isolatedEnvironment({ home, now: NOW }) });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...said };
}

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
    expect(JSON.parse(stdout) as LoopReport).toMatchObject({
      status: 'passed',
      result: { files: ['packages/pier/answer.js'] },
    });
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
    const printed = /resume: +hardwon (.*)/.exec(first.stdout)?.[1]?.split(' ') ?? [];
    expect(printed).toEqual(['run', '--resume', expect.stringMatching(/^\d{8}-\d{9}-[0-9a-f]{6}$/)]);
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
    expect(first.stdout).toMatch(/hardwon run --resume \S+ --rule 1=/);
    expect(await stage.run(['run', '--resume', '--rule', '7=x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a rule that is still to be tried'),
    });
    const reworded = await stage.run([
      'run',
      '--resume',
      '--json',
      '--rule',
      '1=Look at the harbour in `answer.js` first',
    ]);
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

  it.skipIf(process.platform === 'win32')(
    'goes on by the command as it is printed, in a shell, with blanks and quotes in every path, and so is the result taken over',
    async () => {
      const stage = await loopStage({}, (story) => makeBuiltStage(story, `ada's "big" $harbour (old)`));
      const first = await stage.run(['run', TASK, '--no-auto-retry']);
      expect(first.code, first.stderr).toBe(1);
      const reworded = /reword rule 1: +(hardwon .*)/.exec(first.stdout)?.[1] ?? '';
      const text = 'The answer must be null, as `answer.test.js` says: "none" isn\'t 0';
      const next = await runShell(stage, reworded.replace('1=TEXT', `'1=${text.replaceAll("'", "'\\''")}'`));
      expect(next.code, next.stderr).toBe(0);
      expect(next.stdout).toContain('The tests pass');
      const takeOver = /apply it: +(git .*)/.exec(next.stdout)?.[1] ?? '';
      expect(await runShell(stage, takeOver)).toMatchObject({ code: 0 });
      expect(await stage.read('answer.js')).toContain('null');
    },
  );

  it('goes on with the run that is named, though another one of the project was begun since', async () => {
    const stage = await loopStage();
    const resumeOf = ({ stdout }: { stdout: string }) => /resume: +hardwon (.*)/.exec(stdout)?.[1]?.split(' ') ?? [];
    const first = resumeOf(await stage.run(['run', TASK, '--no-auto-retry']));
    const second = resumeOf(await stage.run(['run', `${TASK}, twice`, '--no-auto-retry']));
    expect(first).not.toEqual(second);
    const report = JSON.parse((await stage.run([...first, '--json'])).stdout) as LoopReport;
    expect(report).toMatchObject({ id: first[2], task: TASK, status: 'passed' });
    // It has ended now, and the other one is the last that has not.
    expect(await stage.run(first)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`There is no run ${first[2]} to resume`),
    });
    const last = JSON.parse((await stage.run(['run', '--resume', '--json'])).stdout) as LoopReport;
    expect(last).toMatchObject({ id: second[2], task: `${TASK}, twice` });
    expect(await stage.run(['run', '--resume', '../../evil'])).toMatchObject({ code: 2 });
  });

  it('goes on with a run that an older version has noted, and leaves out a record that is not whole', async () => {
    const stage = await loopStage();
    expect((await stage.run(['run', TASK, '--no-auto-retry', '--max-retries', '1'])).code).toBe(1);
    const runs = join(stage.home, '.local/share/hardwon/loop/runs');
    const [name = ''] = await readdir(runs);
    const record = JSON.parse(await readFile(join(runs, name, 'run.json'), 'utf8')) as Record<string, unknown>;
    const { asked: _asked, hasBundle: _hasBundle, ...older } = record;
    const old = '20200101-090000-abcdef';
    await rename(join(runs, name), join(runs, old));
    await writeFile(join(runs, old, 'run.json'), JSON.stringify({ ...older, id: old }));
    for (const [id, broken] of [
      ['20990101-090000-aaaaaa', { ...older, id: '20990101-090000-aaaaaa', prefix: undefined }],
      ['20990101-090000-bbbbbb', { ...older, id: '../elsewhere' }],
      ['20990101-090000-cccccc', { ...older, id: '20990101-090000-cccccc', owner: undefined }],
    ] as const) {
      await mkdir(join(runs, id));
      await writeFile(join(runs, id, 'run.json'), JSON.stringify(broken));
    }
    const { code, stdout, stderr } = await stage.run(['run', '--resume', '--json']);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: old,
      status: 'passed',
      attempts: [{ passed: false }, { passed: true }, {}],
    });
  });

  it('asks the teacher that the run was begun with, and first about the failure that it could not be asked about', async () => {
    const rule = '- **Rule**: The answer must be null.\n- **When**: Changing `answer.js`.\n- **Why**: There is none.';
    let isOut = true;
    const { url, seen } = await startServer(() =>
      isOut ? { status: 503 } : { json: { analysis: 'It was 0.', rule } },
    );
    const stage = await loopStage({ n8n: { webhookUrl: url, retries: 0 } });
    const first = await stage.run(['run', TASK, '--teacher', 'webhook']);
    expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining('the teacher could not be asked') });
    const prompts = () =>
      readFile(join(stage.home, 'prompts.txt'), 'utf8').then((text) => text.split('===').length - 1);
    expect([seen.length, await prompts()]).toEqual([1, 1]);
    // Still out: nothing is spent on the agent.
    expect((await stage.run(['run', '--resume'])).code).toBe(1);
    expect([seen.length, await prompts()]).toEqual([2, 1]);
    isOut = false;
    const { code, stdout, stderr } = await stage.run(['run', '--resume', '--json']);
    expect(code, stderr).toBe(0);
    expect(seen[2]?.body).toMatchObject({
      task_description: TASK,
      error_logs: expect.stringContaining('there is no answer'),
    });
    expect(seen[2]?.body).toEqual(seen[0]?.body);
    expect(JSON.parse(stdout)).toMatchObject({
      teacher: { name: 'webhook' },
      attempts: [{ passed: false, rules: [] }, { passed: true, rules: [1] }, { isAblation: true }],
      rules: [{ rule: 'The answer must be null.', verdict: 'helped' }],
    });
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
    await writeFile(
      agent,
      `${works}\nif (/must be|expects/.test(task)) { console.log('out of credit'); process.exit(1); }\n`,
    );
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

import { resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/app/surroundings.ts';
import type { InitReport } from '../../../src/cli/init/set-up.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { clearStages, makeStage, NOW, type Stage } from '../../e2e/stage.ts';
import { everyFile, oneLesson } from '../../e2e/stories.ts';
import { takeTree } from '../../e2e/tree.ts';
import { isolatedEnvironment } from '../../support/run.ts';

afterAll(clearStages);

/** Runs `hardwon init` at a terminal where a person types these lines, and returns what they are shown. */
async function typeInto({ home, project }: Stage, ...lines: string[]): Promise<{ code: number; shown: string }> {
  const chunks: Buffer[] = [];
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const stdin = Object.assign(Readable.from(lines.map((line) => `${line}\n`)), { isTTY: true });
  const env = isolatedEnvironment({ home });
  const dist = resolve(import.meta.dirname, '../../../dist');
  const host: Host = { cwd: project, home, env, now: new Date(NOW), stdin, stdout, stderr: stdout, dist, exitCode: 0 };
  await runCli(['init'], host);
  return { code: host.exitCode, shown: Buffer.concat(chunks).toString('utf8') };
}

describe('hardwon init at a terminal', () => {
  it('writes nothing if every step is skipped', async () => {
    const stage = await makeStage(everyFile);
    const before = await takeTree(stage.home, { without: ['.cache'] });
    const { code, shown } = await typeInto(stage, '', '', '', '');
    expect(code).toBe(0);
    expect(shown).toContain('Agents found: Claude Code (4 sessions here)');
    expect(shown).toContain('Ready: 6 lessons');
    expect(shown).toContain('Nothing was written.');
    expect(await takeTree(stage.home, { without: ['.cache'] })).toEqual(before);
  });

  it('writes nothing if the input ends in the middle of the review', async () => {
    const stage = await makeStage(everyFile);
    const before = await takeTree(stage.home, { without: ['.cache'] });
    expect((await typeInto(stage, 'r', 'a', 'r')).shown).toContain('Nothing was written.');
    expect(await takeTree(stage.home, { without: ['.cache'] })).toEqual(before);
  });

  it('leaves out rejected lessons, installs hooks, and shares', async () => {
    const stage = await makeStage(everyFile);
    const [first, second] = (await stage.learn()).lessons.filter(({ status }) => status === 'ready');
    const { code, shown } = await typeInto(stage, 'r', 'r', 'a', 'o', 'y', 'y', 'y');
    expect(code).toBe(0);
    expect(shown).toContain('1 of 6: ');
    expect(shown).toContain('Write 5 lessons, reject 1? ');
    expect(shown).toContain('lessons written: 5, 1 rejected');
    expect(shown).toContain('hooks installed: Claude Code');
    const memory = (await stage.read('.memory/harness-learnings.md')) ?? '';
    expect(memory).not.toContain(`## ${first?.id}:`);
    expect(memory).toContain(`## ${second?.id}:`);
    const told = (await stage.learn()).lessons.filter(({ delivered }) => delivered).map(({ id }) => id);
    expect(told).not.toContain(first?.id);
    expect((await stage.learn()).changes).toEqual([]);
    expect(await stage.read('../.claude/settings.json')).toContain('hook');
    expect(await stage.read('.memory/.gitignore')).not.toBe('*\n');
  });

  it('is undone in one step, rejected lessons and all', async () => {
    const stage = await makeStage(everyFile);
    const outside = { without: ['.cache', '.local'] };
    const before = await takeTree(stage.home, outside);
    const [first] = (await stage.learn()).lessons.filter(({ status }) => status === 'ready');
    expect((await typeInto(stage, 'r', 'r', 'r', 'o', 'y', 'n', 'n')).shown).toContain(
      'lessons written: 4, 2 rejected',
    );
    expect(await stage.read('.memory/tombstones.md')).toContain(`## ${first?.id}:`);
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await takeTree(stage.home, outside)).toEqual(before);
    expect((await stage.run(['undo'])).stdout).toMatch(/There is nothing to undo for(?:.|\n)*--user/);
  });
});

describe('hardwon init without a terminal', () => {
  const report = async (stage: Stage, ...args: string[]) =>
    JSON.parse((await stage.run(['init', '--json', ...args])).stdout) as InitReport;

  it('says what it would do, and does it with --yes', async () => {
    const stage = await makeStage(oneLesson);
    const before = await takeTree(stage.home, { without: ['.cache'] });
    expect(await report(stage)).toMatchObject({
      lessons: { ready: 1, written: false, files: ['.memory/.gitignore', '.memory/harness-learnings.md', 'CLAUDE.md'] },
      hooks: { missing: ['Claude Code'], installed: false },
    });
    expect((await stage.run(['init'])).stdout).toContain('Nothing was written. Run it in a terminal, or with --yes.');
    expect(await takeTree(stage.home, { without: ['.cache'] })).toEqual(before);
    const done = await report(stage, '--yes', '--no-install');
    expect(done).toMatchObject({ lessons: { written: true }, hooks: { installed: false }, shared: false });
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    expect(await stage.read('../.claude/settings.json')).toBeUndefined();
    expect(await report(stage, '--yes', '--share')).toMatchObject({ hooks: { installed: true }, shared: true });
    expect((await stage.run([])).stdout).toContain('Nothing to do.');
  });

  it('refuses options that go with another one', async () => {
    const stage = await makeStage();
    expect(await stage.run(['init', '--user'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--config --user'),
    });
    expect(await stage.run(['init', '--share'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes --share'),
    });
  });

  it('says that there is nothing to learn from', async () => {
    const stage = await makeStage();
    const { code, stdout } = await stage.run(['init']);
    expect(code).toBe(1);
    expect(stdout).toContain('no agent has sessions on this machine');
    expect((await stage.run(['init', '--yes'])).stdout).not.toContain('or with --yes');
  });
});

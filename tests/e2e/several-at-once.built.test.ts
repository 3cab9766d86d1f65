import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProjectReport } from '../../src/app/learn/learn-report.ts';
import { parseMemory } from '../../src/memory/memory.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeBuiltStage, NOW, type Stage } from './stage.ts';
import { everyFile } from './stories.ts';
import { CACHE, takeTree } from './tree.ts';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';
const SEED = ['capture', '--guidance', 'Run `make seed` before `make test`.', '--scope', 'tests/**'];

async function memoryOf(stage: Stage) {
  return parseMemory(await stage.read(MEMORY), MEMORY, await stage.read('.memory/tombstones.md'));
}

describe('several at once', () => {
  it('two that apply end well, and one of them writes', async () => {
    const stage = await makeBuiltStage(everyFile);
    const both = await Promise.all([
      stage.run(['learn', '--apply', '--json']),
      stage.run(['learn', '--apply', '--json']),
    ]);
    expect(both.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ]);
    const reports = both.map(({ stdout }) => (JSON.parse(stdout) as { projects: ProjectReport[] }).projects[0]);
    expect(reports.map((project) => project?.applied).sort()).toEqual([false, true]);
    expect((await stage.read('CLAUDE.md'))?.match(/hardwon:learn:start/g)).toHaveLength(1);
    expect((await stage.read('.memory/harness-learnings.md'))?.match(/^## L-001/gm)).toHaveLength(1);
    expect((await takeTree(stage.home, { without: [CACHE] })).filter((line) => /\.tmp |\.lock /.test(line))).toEqual(
      [],
    );
    expect((await stage.run(['learn', '--apply'])).stdout).toContain('nothing to change');
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
  });

  it('many that read on a new index all give the same answer', async () => {
    const stage = await makeBuiltStage(everyFile);
    const runs = await Promise.all(Array.from({ length: 4 }, () => stage.run(['learn'])));
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: '' })));
    expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1);
    expect(runs[0]?.stdout).toContain('Ready: 6 lessons');
  });
});

describe('many captures at once', () => {
  it('lose nothing: each lesson has its own id, and counts add up', async () => {
    const stage = await makeBuiltStage();
    const runs = Array.from({ length: 20 }, (_, n) =>
      n % 4 === 0
        ? stage.run([...SEED, '--yes'])
        : stage.run(['capture', '--guidance', `Run \`step-${n} now\` before \`part-${n} then\`.`, '--yes']),
    );
    for (const { code, stderr } of await Promise.all(runs)) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { entries, notices } = await memoryOf(stage);
    expect(notices).toEqual([]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(16);
    expect(entries).toHaveLength(16);
    expect(entries.find(({ title }) => title.includes('make seed'))).toMatchObject({
      occurrences: 5,
      confidence: 'low',
    });
    expect(await stage.read(MEMORY)).toContain('<!-- hardwon: next L-017 -->');
  }, 120_000);

  it('that are killed while they write leave the old file or the new one', async () => {
    const stage = await makeBuiltStage();
    await stage.run([...SEED, '--yes']);
    let known = 1;
    for (let round = 0; round < 12; round++) {
      await captureAndKill(stage, `Run \`step-${round} now\` before \`part-${round} then\`.`, 60 + round * 25);
      const { entries, notices } = await memoryOf(stage);
      expect(notices).toEqual([]);
      expect([known, known + 1]).toContain(entries.length);
      known = entries.length;
    }
    // A lock that was left over does not keep the next one from its work.
    const last = await stage.run(['capture', '--guidance', 'Keep handlers in src/api/', '--yes']);
    expect({ code: last.code, stderr: last.stderr }).toEqual({ code: 0, stderr: '' });
    expect((await memoryOf(stage)).entries).toHaveLength(known + 1);
  }, 120_000);
});

/** Starts a capture and ends it hard after so many milliseconds, if it is not done by then. */
async function captureAndKill(stage: Stage, guidance: string, milliseconds: number): Promise<void> {
  const cli = resolve(import.meta.dirname, '../../dist/cli.js');
  const env = isolatedEnvironment({ home: stage.home, now: NOW });
  const child = spawn(process.execPath, [cli, 'capture', '--guidance', guidance, '--yes'], {
    cwd: stage.project,
    env,
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await new Promise((done) => child.on('close', done));
  clearTimeout(timer);
}

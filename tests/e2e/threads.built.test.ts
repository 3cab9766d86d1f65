import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error The bench is plain JavaScript.
import { generateLogs, generateSmallSessions } from '../../bench/generate.mjs';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeBuiltStage, NOW } from './stage.ts';
import { everyFile } from './stories.ts';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
let home = '';
let runs = 0;

beforeAll(async () => {
  ({ home } = await makeBuiltStage(everyFile));
  // Besides a story that gives lessons: a few large sessions in twenty projects, and many small ones in three others.
  generateLogs(home, 24_000_000, 1500);
  generateSmallSessions(home, { sessions: 60, calls: 30, projects: 3 });
});

afterAll(clearStages);

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `learn --all` with so many threads, or another command; without a cache, a new one is used. */
function learn(
  threads: number,
  { cache = join(home, `cache-${++runs}`), killAfter = 0, command = 'learn' } = {},
): Promise<Run> {
  const env = {
    ...isolatedEnvironment({ home, cwd: home, now: NOW }),
    XDG_CACHE_HOME: cache,
    HARDWON_THREADS: String(threads),
  };
  const child = spawn(process.execPath, [cli, command, '--all', '--json'], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: Run = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (run.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (run.stderr += text));
  if (killAfter > 0) setTimeout(() => child.kill('SIGKILL'), killAfter);
  return new Promise((done) => child.on('close', (code) => done({ ...run, code })));
}

/** The answer without what differs between runs that read and runs that found everything in the index. */
function answerOf({ code, stdout, stderr }: Run) {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { at: _, read: __, ...answer } = JSON.parse(stdout) as Record<string, unknown>;
  return answer;
}

describe('learning on several threads', () => {
  it('gives the same answer with 1, 2, 3 and 8 threads', async () => {
    const alone = answerOf(await learn(1));
    expect(JSON.stringify(alone)).toContain('"status":"ready"');
    for (const threads of [2, 3, 8]) expect(answerOf(await learn(threads))).toEqual(alone);
  }, 180_000);

  it('gives the same answer when it was killed in the middle, wherever that was', async () => {
    const alone = answerOf(await learn(1));
    const cache = join(home, 'cache-killed');
    for (const killAfter of [250, 500, 800, 1200]) await learn(3, { cache, killAfter });
    expect(existsSync(cache)).toBe(true);
    expect(answerOf(await learn(3, { cache }))).toEqual(alone);
  }, 180_000);

  it('gives the same answer to several processes at once, also when one of them is killed', async () => {
    const alone = answerOf(await learn(1));
    const cache = join(home, 'cache-shared');
    const [first, second, third] = await Promise.all([
      learn(2, { cache }),
      learn(3, { cache }),
      learn(1, { cache }),
      learn(2, { cache, killAfter: 700 }),
    ]);
    expect(answerOf(first)).toEqual(alone);
    expect(answerOf(second)).toEqual(alone);
    expect(answerOf(third)).toEqual(alone);
    expect(answerOf(await learn(2, { cache }))).toEqual(alone);
  }, 180_000);

  it('replays history to the same figures with 1, 2 and 3 threads', async () => {
    const cache = join(home, 'cache-replayed');
    const alone = answerOf(await learn(1, { cache, command: 'backtest' }));
    expect(alone).toMatchObject({ total: { sessions: expect.any(Number) } });
    for (const threads of [2, 3]) expect(answerOf(await learn(threads, { cache, command: 'backtest' }))).toEqual(alone);
  }, 180_000);

  it('says what HARDWON_THREADS may be', async () => {
    const env = {
      ...isolatedEnvironment({ home, cwd: home, now: NOW }),
      XDG_CACHE_HOME: join(home, 'cache-wrong'),
      HARDWON_THREADS: 'many',
    };
    const child = spawn(process.execPath, [cli, 'learn', '--all'], {
      cwd: home,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const code = await new Promise((done) => child.on('close', done));
    expect(code).toBe(2);
    expect(stderr).toContain('HARDWON_THREADS is not a number of threads: many');
    expect(stderr).toContain('1 to 64');
  }, 60_000);
});

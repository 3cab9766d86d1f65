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

/** Runs `learn --all`; without a cache, a new one is used. */
function learn({ cache = join(home, `cache-${++runs}`), killAfter = 0 } = {}): Promise<Run> {
  const env = { ...isolatedEnvironment({ home, cwd: home, now: NOW }), XDG_CACHE_HOME: cache };
  const child = spawn(process.execPath, [cli, 'learn', '--all', '--json'], {
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

describe('learning that is interrupted', () => {
  it('gives the same answer when it was killed in the middle, wherever that was', async () => {
    const alone = answerOf(await learn());
    expect(JSON.stringify(alone)).toContain('"status":"ready"');
    const cache = join(home, 'cache-killed');
    for (const killAfter of [250, 500, 800, 1200]) await learn({ cache, killAfter });
    expect(existsSync(cache)).toBe(true);
    expect(answerOf(await learn({ cache }))).toEqual(alone);
  }, 180_000);

  it('gives the same answer to several processes at once, also when one of them is killed', async () => {
    const alone = answerOf(await learn());
    const cache = join(home, 'cache-shared');
    const [first, second, third] = await Promise.all([
      learn({ cache }),
      learn({ cache }),
      learn({ cache }),
      learn({ cache, killAfter: 700 }),
    ]);
    expect(answerOf(first)).toEqual(alone);
    expect(answerOf(second)).toEqual(alone);
    expect(answerOf(third)).toEqual(alone);
    expect(answerOf(await learn({ cache }))).toEqual(alone);
  }, 180_000);
});

import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages } from './stage.ts';
import { makeColleague, NOBODY, onceWrongRunner } from './team-stage.ts';

const cli = join(resolve(import.meta.dirname, '../..'), 'dist/cli.js');

afterAll(clearStages);

describe('hardwon sync --watch', () => {
  it('goes on after a failure, and ends when it is told to', async () => {
    const ann = await makeColleague(NOBODY, onceWrongRunner);
    const watch = () => {
      const env = { ...isolatedEnvironment({ home: ann.home }), PATH: process.env.PATH, HARDWON_TEAM_URL: NOBODY };
      const child = spawn(process.execPath, [cli, 'sync', '--watch', '60'], {
        cwd: ann.project,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      const ended = new Promise<number | null>((done) => child.on('close', done));
      const hears = (text: string) =>
        new Promise<void>((done, fail) => {
          const listen = (chunk: Buffer) => {
            said += chunk.toString();
            if (said.includes(text)) done();
          };
          child.stdout.on('data', listen);
          child.stderr.on('data', listen);
          void ended.then((code) => fail(new Error(`It ended with ${code}: ${said}`)));
        });
      return { child, ended, hears };
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, ended, hears } = watch();
      await hears('cannot be reached');
      child.kill(signal);
      expect(await ended).toBe(0);
    }
    expect(await ann.share(['sync', '--watch', '5', '--dry-run'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be combined'),
    });
    expect(await ann.share(['sync', '--watch', 'soon'])).toMatchObject({ code: 2 });
  });
});

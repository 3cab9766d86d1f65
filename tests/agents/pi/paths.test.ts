import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot, sessionOf } from '../../../src/agents/pi/paths.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

function put(root: string, path: string, minute = 0): void {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, '{}\n');
  const time = new Date(Date.UTC(2026, 0, 1, 0, minute));
  utimesSync(full, time, time);
}

const TIME = '2026-07-17T17-25-02-202Z';

describe('the folder of pi', () => {
  it('is named on the command line, else in the environment, else below the home folder', () => {
    const home = join('/', 'home', 'ada');
    expect(findRoot({ home, env: {} })).toBe(join(home, '.pi', 'agent'));
    expect(findRoot({ home, env: { PI_CODING_AGENT_DIR: '~/elsewhere' } })).toBe(join(home, 'elsewhere'));
    const folders = { pi: join(process.cwd(), 'chosen') };
    expect(findRoot({ home, env: { PI_CODING_AGENT_DIR: '/y' }, folders })).toBe(join(process.cwd(), 'chosen'));
  });
});

describe('the logs of pi', () => {
  it('are those of pi and of its forks, with the subagents of a session in a folder of its name', () => {
    const home = makeFolder();
    put(home, `.pi/agent/sessions/--home-ada-harbour--/${TIME}_s2.jsonl`, 3);
    put(home, `.pi/agent/sessions/--home-ada-harbour--/${TIME}_s1.jsonl`, 1);
    put(home, `.omp/agent/sessions/-harbour/${TIME}_s3.jsonl`, 4);
    put(home, `.omp/agent/sessions/-harbour/${TIME}_s3/0-Scout.jsonl`, 5);
    put(home, `.omp/agent/sessions/-harbour/${TIME}_s3/0-Scout.md`, 5);
    put(home, '.pi/agent/sessions/--home-ada-harbour--/notes/too/deep.jsonl', 5);
    put(home, '.pi/agent/auth.json', 5);
    expect(findLogs({ home, env: {} }).map(({ path, session }) => [relative(home, path).replaceAll('\\', '/'), session])).toEqual(
      [
        [`.pi/agent/sessions/--home-ada-harbour--/${TIME}_s1.jsonl`, 's1'],
        [`.pi/agent/sessions/--home-ada-harbour--/${TIME}_s2.jsonl`, 's2'],
        [`.omp/agent/sessions/-harbour/${TIME}_s3.jsonl`, 's3'],
        [`.omp/agent/sessions/-harbour/${TIME}_s3/0-Scout.jsonl`, 's3'],
      ],
    );
  });

  it('are looked for in a named folder alone', () => {
    const home = makeFolder();
    const chosen = makeFolder();
    put(home, `.pi/agent/sessions/--x--/${TIME}_s1.jsonl`);
    put(chosen, `sessions/--x--/${TIME}_s2.jsonl`);
    expect(findLogs({ home, env: {}, folders: { pi: chosen } }).map(({ session }) => session)).toEqual(['s2']);
  });

  it('are none where pi was never used, and one where a link leads back', () => {
    const home = makeFolder();
    const told: string[] = [];
    expect(findLogs({ home, env: {} }, (path) => told.push(path))).toEqual([]);
    put(home, `.pi/agent/sessions/--x--/${TIME}_s1.jsonl`);
    symlinkSync(join(home, '.pi/agent/sessions'), join(home, '.pi/agent/sessions/--back--'), 'junction');
    expect(findLogs({ home, env: {} })).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it('carry the session behind the time', () => {
    expect(sessionOf('2026-07-17T17-25-02_019f711c-367a.jsonl')).toBe('019f711c-367a');
    expect(sessionOf('session.jsonl')).toBe('session');
  });
});

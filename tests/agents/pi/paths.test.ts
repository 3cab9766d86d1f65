import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot, sessionOf } from '../../../src/agents/pi/paths.ts';
import { makeFolder, putFile, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

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
    putFile(home, `.pi/agent/sessions/--home-ada-harbour--/${TIME}_s2.jsonl`, 3);
    putFile(home, `.pi/agent/sessions/--home-ada-harbour--/${TIME}_s1.jsonl`, 1);
    putFile(home, `.omp/agent/sessions/-harbour/${TIME}_s3.jsonl`, 4);
    putFile(home, `.omp/agent/sessions/-harbour/${TIME}_s3/0-Scout.jsonl`, 5);
    putFile(home, `.omp/agent/sessions/-harbour/${TIME}_s3/0-Scout.md`, 5);
    putFile(home, '.pi/agent/sessions/--home-ada-harbour--/notes/too/deep.jsonl', 5);
    putFile(home, '.pi/agent/auth.json', 5);
    expect(
      findLogs({ home, env: {} }).map(({ path, session }) => [relative(home, path).replaceAll('\\', '/'), session]),
    ).toEqual([
      [`.pi/agent/sessions/--home-ada-harbour--/${TIME}_s1.jsonl`, 's1'],
      [`.pi/agent/sessions/--home-ada-harbour--/${TIME}_s2.jsonl`, 's2'],
      [`.omp/agent/sessions/-harbour/${TIME}_s3.jsonl`, 's3'],
      [`.omp/agent/sessions/-harbour/${TIME}_s3/0-Scout.jsonl`, 's3'],
    ]);
  });

  it('of a fork may be in profiles, and in a folder of another name', () => {
    const home = makeFolder();
    putFile(home, `.omp/profiles/night/agent/sessions/-harbour/${TIME}_s1.jsonl`, 1);
    putFile(home, `.lantern/agent/sessions/-harbour/${TIME}_s2.jsonl`, 2);
    const sessions = (env: Record<string, string>) => findLogs({ home, env }).map(({ session }) => session);
    expect(sessions({})).toEqual(['s1']);
    expect(sessions({ PI_CONFIG_DIR: '.lantern' })).toEqual(['s1', 's2']);
    expect(sessions({ PI_CONFIG_DIR: '.omp' })).toEqual(['s1']);
  });

  it('are looked for in a named folder alone', () => {
    const home = makeFolder();
    const chosen = makeFolder();
    putFile(home, `.pi/agent/sessions/--x--/${TIME}_s1.jsonl`);
    putFile(chosen, `sessions/--x--/${TIME}_s2.jsonl`);
    expect(findLogs({ home, env: {}, folders: { pi: chosen } }).map(({ session }) => session)).toEqual(['s2']);
  });

  it('are none where pi was never used, and one where a link leads back', () => {
    const home = makeFolder();
    const told: string[] = [];
    expect(findLogs({ home, env: {} }, (path) => told.push(path))).toEqual([]);
    putFile(home, `.pi/agent/sessions/--x--/${TIME}_s1.jsonl`);
    symlinkSync(join(home, '.pi/agent/sessions'), join(home, '.pi/agent/sessions/--back--'), 'junction');
    expect(findLogs({ home, env: {} })).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it('carry the session behind the time', () => {
    expect(sessionOf('2026-07-17T17-25-02_019f711c-367a.jsonl')).toBe('019f711c-367a');
    expect(sessionOf('session.jsonl')).toBe('session');
  });
});

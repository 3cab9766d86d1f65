import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot } from '../../../src/agents/copilot/paths.ts';
import { makeFolder, putFile, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

describe('the logs of Copilot', () => {
  it('are in a named folder, else where COPILOT_HOME says, else below the home folder', () => {
    const home = join('/', 'home', 'ada');
    expect(findRoot({ home, env: {} })).toBe(join(home, '.copilot'));
    const chosen = join(process.cwd(), 'chosen');
    expect(findRoot({ home, env: { COPILOT_HOME: chosen } })).toBe(chosen);
    expect(findRoot({ home, env: { COPILOT_HOME: '/y' }, folders: { copilot: chosen } })).toBe(chosen);
  });

  it('of early versions are also below XDG_STATE_HOME, unless another folder was chosen', () => {
    const home = makeFolder();
    const state = makeFolder();
    putFile(home, '.copilot/session-state/s1/events.jsonl');
    putFile(state, '.copilot/session-state/s2/events.jsonl');
    const sessions = (env: Record<string, string>, folders = {}) =>
      findLogs({ home, env, folders })
        .map(({ session }) => session)
        .sort();
    expect(sessions({ XDG_STATE_HOME: state })).toEqual(['s1', 's2']);
    expect(sessions({ XDG_STATE_HOME: state, COPILOT_HOME: join(home, '.copilot') })).toEqual(['s1']);
    expect(sessions({ XDG_STATE_HOME: state }, { copilot: join(home, '.copilot') })).toEqual(['s1']);
    expect(sessions({})).toEqual(['s1']);
  });

  it('are the events of each session', () => {
    const home = makeFolder();
    putFile(home, '.copilot/session-state/s1/events.jsonl');
    putFile(home, '.copilot/session-state/s1/workspace.yaml');
    putFile(home, '.copilot/session-state/s2/workspace.yaml');
    putFile(home, '.copilot/session-state/s3.jsonl');
    putFile(home, '.copilot/config.json');
    const told: string[] = [];
    const found = findLogs({ home, env: {} }, (path) => told.push(path));
    expect(found.map(({ path, session }) => [relative(home, path).replaceAll('\\', '/'), session]).sort()).toEqual([
      ['.copilot/session-state/s1/events.jsonl', 's1'],
      ['.copilot/session-state/s3.jsonl', 's3'],
    ]);
    expect(told).toEqual([]);
    expect(findLogs({ home: makeFolder(), env: {} })).toEqual([]);
  });
});

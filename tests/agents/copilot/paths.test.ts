import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot } from '../../../src/agents/copilot/paths.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

function put(root: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '{}\n');
}

describe('the logs of Copilot', () => {
  it('are in a named folder, else where COPILOT_HOME says, else below the home folder', () => {
    const home = join('/', 'home', 'ada');
    expect(findRoot({ home, env: {} })).toBe(join(home, '.copilot'));
    const chosen = join(process.cwd(), 'chosen');
    expect(findRoot({ home, env: { COPILOT_HOME: chosen } })).toBe(chosen);
    expect(findRoot({ home, env: { COPILOT_HOME: '/y' }, folders: { copilot: chosen } })).toBe(chosen);
  });

  it('are the events of each session', () => {
    const home = makeFolder();
    put(home, '.copilot/session-state/s1/events.jsonl');
    put(home, '.copilot/session-state/s1/workspace.yaml');
    put(home, '.copilot/session-state/s2/workspace.yaml');
    put(home, '.copilot/session-state/s3.jsonl');
    put(home, '.copilot/config.json');
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

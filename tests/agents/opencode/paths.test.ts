import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot } from '../../../src/agents/opencode/paths.ts';
import type { DescribedSession } from '../../support/described-session.ts';
import { describeSessions } from '../../support/log-writers/opencode.ts';
import { makeFolder, removeFolders } from '../log-file.ts';
import { dataFolder, put, stores } from './stores.ts';

afterAll(removeFolders);

const session: DescribedSession = {
  start: '2026-03-01T09:00:00Z',
  cwd: '/home/ada/harbour',
  branch: 'main',
  steps: [{ id: 'a1', use: { tool: 'shell', command: 'ls' }, end: { how: 'ok', prints: '' } }],
};
const [kept] = describeSessions([session]).all;
if (kept === undefined) throw new Error('no session');
const { id } = kept.info;

describe('the folder of OpenCode', () => {
  it('is named on the command line, else below XDG_DATA_HOME, else below the home folder', () => {
    const home = join('/', 'home', 'ada');
    expect(findRoot({ home, env: {} })).toBe(join(home, '.local', 'share', 'opencode'));
    expect(findRoot({ home, env: { XDG_DATA_HOME: join('/', 'data') } })).toBe(join('/', 'data', 'opencode'));
    const folders = { opencode: join(process.cwd(), 'chosen') };
    expect(findRoot({ home, env: { XDG_DATA_HOME: '/data' }, folders })).toBe(join(process.cwd(), 'chosen'));
  });
});

describe('the sessions of OpenCode', () => {
  it('are those of its database, of older files, and of exports', () => {
    for (const [store, path] of [
      ['database', join('.local', 'share', 'opencode', 'opencode.db', id)],
      ['storage tree', join('.local', 'share', 'opencode', 'storage', 'session', 'p1', `${id}.json`)],
      ['export', join('opencode-export', `${id}.json`)],
    ] as const) {
      const home = makeFolder();
      expect(findLogs({ home, env: {} })).toEqual([]);
      stores[store]?.(home, [kept]);
      expect(findLogs({ home, env: {} })).toMatchObject([{ agent: 'opencode', session: id, path: join(home, path) }]);
    }
  });

  it('that were moved into the database are read from there alone', () => {
    const home = makeFolder();
    stores['storage tree']?.(home, [kept]);
    stores.database?.(home, [kept]);
    expect(findLogs({ home, env: {} }).map(({ path }) => path)).toEqual([join(dataFolder(home), 'opencode.db', id)]);
  });

  it('are exports in a named folder that is not its own; its own JSON files are no sessions', () => {
    const home = makeFolder();
    const chosen = makeFolder();
    put(join(chosen, 'first.json'), JSON.stringify(kept));
    put(join(chosen, 'notes.txt'), 'x');
    stores.export?.(home, [kept]);
    const listed = (folder: string) =>
      findLogs({ home, env: {}, folders: { opencode: folder } }).map(({ path }) => path);
    expect(listed(chosen)).toEqual([join(chosen, 'first.json')]);
    stores.database?.(home, [kept]);
    put(join(dataFolder(home), 'auth.json'), '{"key":"value"}');
    expect(listed(dataFolder(home))).toEqual([join(dataFolder(home), 'opencode.db', id)]);
    expect(findLogs({ home, env: {} }).some(({ path }) => path.endsWith('auth.json'))).toBe(false);
  });

  it('change their identity when an export is written anew', () => {
    const home = makeFolder();
    stores.export?.(home, [kept]);
    const [before] = findLogs({ home, env: {} });
    put(before?.path ?? '', `${JSON.stringify(kept)} `);
    expect(findLogs({ home, env: {} })[0]?.inode).not.toBe(before?.inode);
  });

  it('of a database elsewhere are found by OPENCODE_DB', () => {
    const home = makeFolder();
    stores.database?.(home, [kept]);
    const path = join(dataFolder(home), 'opencode.db');
    const other = makeFolder();
    expect(findLogs({ home: other, env: { OPENCODE_DB: path } })).toHaveLength(1);
    rmSync(path);
    expect(findLogs({ home: other, env: {} })).toEqual([]);
  });
});

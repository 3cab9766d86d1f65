import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { openCode } from '../../../src/agents/opencode/index.ts';
import { openIndex } from '../../../src/sessions/session-index.ts';
import type { DescribedSession, Step } from '../../support/described-session.ts';
import { describeSessions, fillDatabase, type OpenCodeSession } from '../../support/log-writers/opencode.ts';
import { leaveTexts } from '../../support/unredacted.ts';
import { makeFolder, removeFolders } from '../log-file.ts';
import { dataFolder, readAll, stores } from './stores.ts';

afterAll(removeFolders);

const call = (id: string, command: string): Step => ({
  id,
  use: { tool: 'shell', command },
  end: { how: 'exit', code: 1, prints: 'no' },
});
const running: Step = { id: 'a9', use: { tool: 'shell', command: 'make test' }, end: { how: 'open' } };

describe('the database of OpenCode', () => {
  it('is left as it was, without files beside it', async () => {
    const home = makeFolder();
    stores.database?.(home, tell([call('a1', 'make')]));
    const before = readdirSync(dataFolder(home));
    expect(before).toEqual(['opencode.db']);
    expect(await readAll({ home, env: {} })).toHaveLength(1);
    expect(readdirSync(dataFolder(home))).toEqual(before);
  });

  it('is read while OpenCode writes to it', async () => {
    const home = makeFolder();
    stores.database?.(home, tell([call('a1', 'make')]));
    const writer = new DatabaseSync(join(dataFolder(home), 'opencode.db'));
    try {
      fillDatabase(writer, tell([call('b1', 'make all')], '2026-03-02T09:00:00Z'));
      writer.exec('begin immediate');
      fillDatabase(writer, tell([call('c1', 'make none')], '2026-03-03T09:00:00Z'));
      const commands = async () =>
        (await readAll({ home, env: {} })).flatMap(({ result }) => result.calls.map(({ input }) => input.command));
      expect(await commands()).toEqual(['make', 'make all']);
      writer.exec('commit');
      expect(await commands()).toEqual(['make', 'make all', 'make none']);
    } finally {
      writer.close();
    }
  });

  it('is read with the log of changes that a crash left beside it', async () => {
    const [home, after] = [makeFolder(), makeFolder()];
    stores.database?.(home, tell([call('a1', 'make')]));
    const writer = new DatabaseSync(join(dataFolder(home), 'opencode.db'));
    try {
      writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0');
      fillDatabase(writer, tell([call('b1', 'make all')], '2026-03-02T09:00:00Z'));
      mkdirSync(dataFolder(after), { recursive: true });
      for (const name of ['opencode.db', 'opencode.db-wal'])
        copyFileSync(join(dataFolder(home), name), join(dataFolder(after), name));
    } finally {
      writer.close();
    }
    const found = await readAll({ home: after, env: {} });
    expect(found.flatMap(({ result }) => result.calls.map(({ input }) => input.command))).toEqual(['make', 'make all']);
  });

  it('that somebody has for themselves is told of, and read when they are done', async () => {
    const home = makeFolder();
    stores.database?.(home, tell([call('a1', 'make')]));
    const path = join(dataFolder(home), 'opencode.db');
    const writer = new DatabaseSync(path);
    const skipped: string[] = [];
    try {
      writer.exec('pragma journal_mode = wal; pragma locking_mode = exclusive; begin exclusive');
      fillDatabase(writer, tell([call('b1', 'make all')], '2026-03-02T09:00:00Z'));
      writer.exec('commit');
      expect(
        await openCode.discover({ home, env: {} }, (where, reason) => skipped.push(`${where}: ${reason}`)),
      ).toEqual([]);
      expect(skipped).toEqual([expect.stringMatching(/opencode\.db: .*locked/)]);
    } finally {
      writer.close();
    }
    expect(await readAll({ home, env: {} })).toHaveLength(2);
  });

  it('that is none, or is of another program, is told of or passed over', async () => {
    const home = makeFolder();
    stores.database?.(home, tell([call('a1', 'make')]));
    writeFileSync(join(dataFolder(home), 'broken.db'), 'x'.repeat(5000));
    const other = new DatabaseSync(join(dataFolder(home), 'other.db'));
    other.exec('create table session (id text)');
    other.close();
    const skipped: string[] = [];
    const files = await openCode.discover({ home, env: {} }, (path) => skipped.push(path));
    expect(files).toHaveLength(1);
    expect(skipped).toEqual([join(dataFolder(home), 'broken.db')]);
    const gone = { ...files[0], path: join(dataFolder(home), 'gone.db', 'ses_1') };
    expect(await openCode.read(gone as never, 0, [])).toMatchObject({ calls: [], unreadable: expect.any(String) });
  });

  it('is read again only where a session changed, and calls that ran are finished', async () => {
    const home = makeFolder();
    const index = await openIndex(':memory:');
    const refresh = () => index.refresh({ agents: [openCode], places: { home, env: {} }, redact: leaveTexts });
    stores.database?.(home, [
      ...tell([call('a1', 'make'), running]),
      ...tell([call('b1', 'make all')], '2026-03-02T09:00:00Z'),
    ]);
    expect(await refresh()).toMatchObject({ filesRead: 2, newCalls: 3 });
    expect(await refresh()).toMatchObject({ filesRead: 0, changed: false });
    const [session] = await index.sessions();
    const outcomes = async () =>
      (await index.session(session ?? { agent: '', session: '' })).calls.map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['failed', 'unknown']);

    const finished: Step = { ...running, end: { how: 'ok', prints: 'passed' } } as Step;
    stores.database?.(home, tell([call('a1', 'make'), finished, { says: 'All is well.' }]));
    expect(await refresh()).toMatchObject({ filesRead: 1, newCalls: 0, changed: true });
    expect(await outcomes()).toEqual(['failed', 'ok']);
    index.close();
  });
});

function tell(steps: Step[], start = '2026-03-01T09:00:00Z'): OpenCodeSession[] {
  const session: DescribedSession = { start, cwd: '/home/ada/harbour', branch: 'main', steps };
  return describeSessions([session]).all;
}

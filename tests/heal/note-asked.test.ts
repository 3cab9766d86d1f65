import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOwnSession } from '../../src/agents/live-registry.ts';
import { foldJournal } from '../../src/delivery/journal/fold-journal.ts';
import { listTellings } from '../../src/delivery/journal/session-tellings.ts';
import { encodeSnapshot } from '../../src/delivery/snapshot/encode.ts';
import { snapshotPath } from '../../src/delivery/snapshot/place.ts';
import { DEFAULT_LIVE } from '../../src/delivery/snapshot/snapshot.ts';
import { noteAsked } from '../../src/heal/note-asked.ts';
import { noteTold, noteWorked } from '../../src/heal/told.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hardwon-asked-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const issues = [
  { id: 'L-001', layer: 'project' as const },
  { id: 'L-002', layer: 'user' as const },
];
const placesOf = (minutes = 0) => {
  const places = { home, env: {} };
  const now = new Date(Date.parse('2026-03-09T09:00:00Z') + minutes * 60_000);
  return { ...places, root: join(home, 'harbour'), folders: findOwnFolders(places), now };
};
const counted = () => {
  const { root, folders } = placesOf();
  return Object.fromEntries([...(foldJournal(folders.data).get(root) ?? [])]);
};
const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};
const wantsJournal = (journal: boolean) => {
  const { root, folders } = placesOf();
  write(snapshotPath(folders.cache, root), encodeSnapshot({ live: { ...DEFAULT_LIVE, journal } }, []));
};
const configure = (journal: boolean) =>
  write(join(placesOf().folders.config, 'hardwon.config.json'), JSON.stringify({ live: { journal } }));

describe('what was told to somebody who asked', () => {
  it('is counted as shown and asked for, and what comes of it as not known: for lessons of the project alone', async () => {
    await noteAsked(issues, placesOf());
    await noteAsked(issues, placesOf(1));
    expect(counted()).toEqual({
      'L-001': expect.objectContaining({ shown: 2, asked: 2, unknown: 2, lastShown: '2026-03-09T09:01:00.000Z' }),
    });
  });

  it('belongs to the session of the agent that asked, where that says which one it is', async () => {
    const session = findOwnSession({ CODEX_THREAD_ID: 'one' });
    expect(session).toEqual({ agent: 'codex', session: 'one' });
    expect(findOwnSession({ CLAUDE_CODE_SESSION_ID: 'two' })).toEqual({ agent: 'claude-code', session: 'two' });
    expect(findOwnSession({ CODEX_THREAD_ID: '' })).toBeUndefined();
    await noteAsked(issues, { ...placesOf(), session });
    expect(listTellings(placesOf().folders.data, { agent: 'codex', session: 'one' })).toEqual([
      { lesson: 'L-001', as: 'asked', at: '2026-03-09T09:00:00.000Z' },
    ]);
  });

  it('is not noted where the snapshot says that the user wants no journal, whatever the configuration has said since', async () => {
    wantsJournal(false);
    configure(true);
    await noteAsked(issues, placesOf());
    expect(counted()).toEqual({});
    wantsJournal(true);
    configure(false);
    await noteAsked(issues, placesOf());
    expect(counted()).toMatchObject({ 'L-001': { shown: 1 } });
  });

  it('is not noted where there is no snapshot, and the configuration wants no journal or is broken', async () => {
    configure(false);
    await noteAsked(issues, placesOf());
    write(join(placesOf().folders.config, 'hardwon.config.json'), '{');
    await noteAsked(issues, placesOf());
    expect(counted()).toEqual({});
  });

  it('is no answer of a hook: what a failure told before still counts where another call works', async () => {
    const { root, folders, now } = placesOf();
    const call = (input: string) => ({ dataDir: folders.data, root, tool: 'deploy', input });
    noteTold(call('abc'), issues, now);
    await noteAsked(issues, { ...placesOf(), session: { agent: 'codex', session: 'one' } });
    noteWorked(call('abcdef'), placesOf(1).now);
    expect(counted()).toMatchObject({ 'L-001': { shown: 2, asked: 1, followed: 1, helped: 1, unknown: 1 } });
  });
});

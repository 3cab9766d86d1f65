import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot } from '../../../src/agents/codex/paths.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

describe('the root', () => {
  it('is the folder that was named, else CODEX_HOME, else ~/.codex', () => {
    const home = makeFolder();
    expect(findRoot({ home, env: {} })).toBe(join(home, '.codex'));
    expect(findRoot({ home, env: { CODEX_HOME: '' } })).toBe(join(home, '.codex'));
    expect(findRoot({ home, env: { CODEX_HOME: join(home, 'own') } })).toBe(join(home, 'own'));
    expect(findRoot({ home, env: { CODEX_HOME: join(home, 'own') }, folders: { codex: join(home, 'x') } })).toBe(
      join(home, 'x'),
    );
  });
});

describe('log files', () => {
  const first = 'rollout-2026-02-28T23-59-59-019e0000-0000-7000-8000-00000000000a.jsonl';
  const second = 'rollout-2026-03-01T09-00-00-019e0000-0000-7000-8000-00000000000b.jsonl';

  it('are found by day and in the archive, in the order in which they were begun', () => {
    const home = makeFolder();
    const put = (path: string, time: number): void => {
      const full = join(home, '.codex', path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, '{}\n');
      utimesSync(full, time, time);
    };
    // The older one was resumed after the younger one had ended.
    put(join('sessions', '2026', '03', '01', second), 1000);
    put(join('archived_sessions', first), 2000);
    put(join('sessions', '2026', '03', '01', 'notes.jsonl'), 3000);
    put('history.jsonl', 3000);
    const logs = findLogs({ home, env: {} });
    expect(logs.map((log) => log.session)).toEqual([
      '019e0000-0000-7000-8000-00000000000a',
      '019e0000-0000-7000-8000-00000000000b',
    ]);
    expect(logs[1]).toMatchObject({ agent: 'codex', size: 3, mtimeMs: 1_000_000 });
  });

  it('may be none', () => {
    const skipped: string[] = [];
    expect(findLogs({ home: makeFolder(), env: {} }, (path) => skipped.push(path))).toEqual([]);
    expect(skipped).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codex } from '../../../src/agents/codex/index.ts';
import type { DescribedSession } from '../described-session.ts';
import { makeHome, type TestHome } from '../home.ts';
import { codexWriter } from './codex.ts';

const homes: TestHome[] = [];
afterAll(async () => {
  for (const home of homes) await home.remove();
});

const session: DescribedSession = {
  start: '2026-03-01T09:00:00.000Z',
  cwd: '/home/ada/lantern',
  branch: 'main',
  steps: [
    { user: 'Light it' },
    { id: 'a', use: { tool: 'read', path: 'wick.ts' }, end: { how: 'missing' } },
    { id: 'b', use: { tool: 'search', pattern: 'wick', path: 'src' }, end: { how: 'ok', prints: '' } },
    {
      id: 'c',
      use: { tool: 'edit', path: 'src/lamp.ts', old: 'a', new: 'b' },
      end: { how: 'ok', prints: '' },
      parallel: true,
    },
    { id: 'd', use: { tool: 'shell', command: 'git push' }, end: { how: 'rejected', words: 'Never push' } },
    {
      id: 'e',
      use: {
        tool: 'task',
        task: 'Look',
        kind: 'helper',
        steps: [{ id: 'f', use: { tool: 'shell', command: 'ls' }, end: { how: 'ok', prints: 'src' } }],
      },
      end: { how: 'ok', prints: '' },
    },
    { id: 'g', use: { tool: 'shell', command: 'make' }, end: { how: 'open' } },
  ],
};

async function write(...sessions: DescribedSession[]): Promise<TestHome> {
  const home = await makeHome(sessions, codexWriter);
  homes.push(home);
  return home;
}

describe('the writer', () => {
  it('writes what the reader reads', async () => {
    const home = await write(session);
    const files = await codex.discover({ home: home.path, env: {} });
    expect(files.map((file) => file.path)).toEqual(home.logs.files);
    const results = await Promise.all(files.map((file) => codex.read(file, 0, [])));
    const calls = new Map(results.flatMap((result) => result.calls.map((call) => [call.id, call])));
    const told = (label: string) => calls.get(home.logs.calls.get(label) ?? '');
    expect(told('a')).toMatchObject({ input: { command: 'cat wick.ts' }, outcome: 'failed', exitCode: 1 });
    expect(told('b')).toMatchObject({ input: { command: "rg -n 'wick' src" }, exitCode: 1 });
    expect(told('c')).toMatchObject({
      tool: 'edit',
      input: { path: 'src/lamp.ts' },
      outcome: 'ok',
      turn: told('b')?.id,
    });
    expect(told('d')).toMatchObject({ outcome: 'rejected', said: 'Never push' });
    expect(told('f')).toMatchObject({ session: home.logs.sessions[0], thread: expect.any(String) });
    expect(told('g')).toMatchObject({ outcome: 'unknown', waiting: 'result' });
    expect(results.flatMap((result) => result.messages.map((message) => message.text))).toEqual([
      'Light it',
      'Never push',
    ]);
  });

  it('writes a fork with the records of its origin under the same call ids', async () => {
    const fork = { ...session, start: '2026-03-02T09:00:00.000Z', forkOf: 1, steps: [{ user: 'Go on' }] };
    const { logs } = await write(session, fork);
    const file = logs.files.find((path) => basename(path).includes(logs.sessions[1] ?? ''));
    const text = await readFile(file ?? '', 'utf8');
    expect(text).toContain(logs.calls.get('a'));
    expect(text.split('\n').filter((line) => line.includes('"session_meta"'))).toHaveLength(2);
  });

  it('says what Codex has no words for', () => {
    const untold = (step: DescribedSession['steps'][number]) => codexWriter.lacks?.([{ ...session, steps: [step] }]);
    expect(codexWriter.lacks?.([session])).toBeUndefined();
    expect(
      untold({ id: 'x', use: { tool: 'web', url: 'https://example.org', prompt: '' }, end: { how: 'ok', prints: '' } }),
    ).toBeDefined();
    expect(
      untold({ id: 'x', use: { tool: 'named', name: 'Skill', input: {} }, end: { how: 'ok', prints: '' } }),
    ).toBeDefined();
    expect(untold({ id: 'x', use: { tool: 'shell', command: 'make' }, end: { how: 'cancelled' } })).toBeDefined();
  });
});

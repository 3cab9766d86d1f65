import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile } from '../../../src/agents/agent.ts';
import { openHands } from '../../../src/agents/openhands/index.ts';
import type { Step } from '../../support/described-session.ts';
import { openHandsWriter } from '../../support/log-writers/openhands.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

const story: Step[] = [
  { user: 'run the tests' },
  { id: 'a1', use: { tool: 'shell', command: 'make tets' }, end: { how: 'exit', code: 2, prints: 'no rule' } },
  {
    id: 'a2',
    use: { tool: 'read', path: 'a.ts', offset: 3, limit: 2 },
    end: { how: 'ok', prints: 'tide' },
    parallel: true,
  },
  { id: 'a3', use: { tool: 'edit', path: 'a.ts', old: 'one', new: 'two' }, end: { how: 'error', text: 'No match' } },
  { id: 'a4', use: { tool: 'shell', command: 'git push' }, end: { how: 'rejected', words: 'not yet' } },
  { id: 'a5', use: { tool: 'shell', command: 'make test' }, end: { how: 'open' } },
];

async function write(): Promise<{ home: string; file: LogFile; ids: Map<string, string> }> {
  const home = makeFolder();
  const session = { start: '2026-03-01T09:00:00.000Z', cwd: '/home/ada/harbour', branch: 'main', steps: story };
  const { calls } = await openHandsWriter.write(home, [session]);
  const [file] = await openHands.discover({ home, env: {} });
  if (file === undefined) throw new Error('no conversation was found');
  return { home, file, ids: calls };
}

function putOld(events: readonly object[]): Promise<LogFile[]> {
  const home = makeFolder();
  const folder = join(home, '.openhands', 'sessions', 's1', 'events');
  mkdirSync(folder, { recursive: true });
  for (const [number, event] of events.entries()) writeFileSync(join(folder, `${number}.json`), JSON.stringify(event));
  return openHands.discover({ home, env: {} });
}

describe('a conversation', () => {
  it('gives calls with their outcomes, and messages', async () => {
    const { file, ids } = await write();
    const { calls, messages, sessions, bad, offset } = await openHands.read(file, 0, []);
    expect({ bad, offset }).toEqual({ bad: [], offset: 0 });
    expect(messages.map(({ text }) => text)).toEqual(['run the tests']);
    calls.sort((a, b) => a.seq - b.seq);
    expect(calls.map(({ id, tool, outcome, exitCode }) => [id, tool, outcome, exitCode])).toEqual([
      [ids.get('a1'), 'shell', 'failed', 2],
      [ids.get('a2'), 'read', 'ok', undefined],
      [ids.get('a3'), 'edit', 'failed', undefined],
      [ids.get('a4'), 'shell', 'rejected', undefined],
      [ids.get('a5'), 'shell', 'unknown', undefined],
    ]);
    expect(calls[0]).toMatchObject({ output: 'no rule', cwd: '/home/ada/harbour', turn: calls[1]?.turn });
    expect(calls[1]?.input).toEqual({ path: '/home/ada/harbour/a.ts', offset: 3, limit: 2 });
    expect(calls[3]?.said).toBe('not yet');
    expect(sessions).toMatchObject([{ session: file.session, cwds: ['/home/ada/harbour'] }]);
    const [first] = calls;
    expect(first && (await openHands.recall?.(file.path, first))).toMatchObject({ output: 'no rule' });
  });

  it('changes when an event is added, and reports one that cannot be read', async () => {
    const { home, file } = await write();
    writeFileSync(join(file.path, 'event-00099-x.json'), '{"kind": "Obs');
    const [changed] = await openHands.discover({ home, env: {} });
    expect(changed?.size).toBe(file.size + 1);
    const { bad, calls } = await openHands.read(file, 0, []);
    expect(bad).toMatchObject([{ reason: 'event-00099-x.json: not JSON' }]);
    expect(calls).toHaveLength(5);
  });

  it('of a benchmark is found below a named folder, whatever it is called', async () => {
    const { file } = await write();
    const folders = { openhands: join(file.path, '..', '..') };
    expect((await openHands.discover({ home: makeFolder(), env: {}, folders })).map(({ session }) => session)).toEqual([
      file.session,
    ]);
  });
});

describe('a session of before version 1', () => {
  it('is read by its actions and what they caused', async () => {
    const run = (id: number, command: string) => ({
      id,
      source: 'agent',
      action: 'run',
      args: { command },
      timestamp: '2025-03-01T09:00:00',
    });
    const seen = (cause: number, content: string, metadata: object) => ({
      source: 'agent',
      observation: 'run',
      content,
      cause,
      extras: { metadata },
    });
    const [file] = await putOld([
      { id: 0, source: 'user', action: 'message', args: { content: 'run the tests' } },
      run(1, 'cd src'),
      seen(1, '[Current working directory: /srv/orchard/src]\n[Command finished with exit code 0]', {
        exit_code: 0,
        working_dir: '/home/ada/src',
      }),
      run(3, 'make tets'),
      seen(3, 'no rule\n[The command completed with exit code 2.]', { exit_code: 2, working_dir: '/home/ada/src' }),
      run(5, 'make serve'),
      seen(5, 'waiting', { exit_code: -1 }),
      run(7, ''),
      seen(7, 'still waiting', { exit_code: -1 }),
      { id: 9, source: 'agent', action: 'edit', args: { command: 'str_replace', path: '/a.ts' } },
      { observation: 'edit', content: 'ERROR:\nNo replacement was performed', cause: 9 },
      { id: 11, source: 'agent', action: 'think', args: {} },
    ]);
    if (file === undefined) throw new Error('no session was found');
    const { calls, messages } = await openHands.read(file, 0, []);
    expect(messages).toMatchObject([{ text: 'run the tests' }]);
    expect(calls.map(({ id, tool, outcome, output, cwd }) => [id, tool, outcome, output, cwd])).toEqual([
      ['1@s1', 'shell', 'ok', '', undefined],
      ['3@s1', 'shell', 'failed', 'no rule', '/home/ada/src'],
      ['5@s1', 'shell', 'unknown', 'waiting', '/home/ada/src'],
      ['7@s1', 'other', 'ok', 'still waiting', '/home/ada/src'],
      ['9@s1', 'edit', 'failed', 'No replacement was performed', '/home/ada/src'],
    ]);
  });
});

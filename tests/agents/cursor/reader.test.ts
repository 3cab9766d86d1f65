import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile } from '../../../src/agents/agent.ts';
import { cursor } from '../../../src/agents/cursor/index.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

const PROJECT = '.cursor/projects/home-ada-harbour-2';
const line = (role: string, ...content: object[]) => `${JSON.stringify({ role, message: { content } })}\n`;
const text = (words: string) => ({ type: 'text', text: words });
const use = (name: string, input: object) => ({ type: 'tool_use', name, input });

async function put(files: Record<string, string>): Promise<LogFile[]> {
  const home = makeFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, PROJECT, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return cursor.discover({ home, env: {} });
}

async function putOne(content: string, beside: Record<string, string> = {}): Promise<LogFile> {
  const [file] = await put({ 'agent-transcripts/s1/s1.jsonl': content, ...beside });
  if (file === undefined) throw new Error('no transcript was found');
  return file;
}

const story =
  line(
    'user',
    text('<timestamp>Tuesday, Mar 3, 2026, 9:41 AM (UTC+1)</timestamp>\n<user_query>\nalways use make\n</user_query>'),
  ) +
  line(
    'assistant',
    text('I look.'),
    use('Shell', { command: 'ls', working_directory: '/srv' }),
    use('Read', { path: '/home/ada/harbour.2/a.ts' }),
  ) +
  line('user', text('<system_reminder>mind</system_reminder>'));

describe('a transcript', () => {
  it('gives messages, and calls whose ends are not known', async () => {
    const file = await putOne(story);
    const { calls, messages, sessions, bad } = await cursor.read(file, 0, []);
    expect(bad).toEqual([]);
    const at = Date.parse('2026-03-03T08:41:00Z');
    expect(messages).toMatchObject([{ text: 'always use make', at }]);
    expect(calls.map(({ tool, name, outcome, cwd, waiting }) => [tool, name, outcome, cwd, waiting])).toEqual([
      ['shell', 'Shell', 'unknown', '/srv', undefined],
      ['read', 'Read', 'unknown', '/home/ada/harbour.2', undefined],
    ]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(sessions).toMatchObject([{ session: 's1', cwds: ['/home/ada/harbour.2'] }]);
    const [first] = calls;
    expect(first && (await cursor.recall?.(file.path, first))).toMatchObject({
      input: expect.stringContaining('"ls"'),
      output: '',
    });
  });

  it('is read on where it stopped', async () => {
    const file = await putOne(story);
    const { offset } = await cursor.read(file, 0, []);
    appendFileSync(file.path, line('assistant', use('Grep', { pattern: 'tide' })));
    expect((await cursor.read(file, offset, [])).calls).toMatchObject([{ tool: 'search', input: { pattern: 'tide' } }]);
  });

  it('knows its folder from what the client notes, if that makes the name of the project', async () => {
    const trusted = (workspacePath: string) => ({ '.workspace-trusted': JSON.stringify({ workspacePath }) });
    const plain = line('assistant', use('Shell', { command: 'ls' }));
    const cwdOf = async (file: LogFile) => (await cursor.read(file, 0, [])).calls[0]?.cwd;
    expect(await cwdOf(await putOne(plain, trusted('/home/ada/harbour/2')))).toBe('/home/ada/harbour/2');
    expect(await cwdOf(await putOne(plain, trusted('/home/ada/quay')))).toBeUndefined();
  });

  it('of a subagent is a thread of its session, without messages', async () => {
    const files = await put({
      'agent-transcripts/s1/subagents/scout.jsonl': story,
      'agent-transcripts/s2.jsonl': story,
    });
    expect(files.map(({ session }) => session).sort()).toEqual(['s1', 's2']);
    const file = files.find(({ session }) => session === 's1');
    if (file === undefined) throw new Error('no subagent');
    const { calls, messages } = await cursor.read(file, 0, []);
    expect(messages).toEqual([]);
    expect(calls[0]).toMatchObject({ session: 's1', thread: 'scout' });
  });
});

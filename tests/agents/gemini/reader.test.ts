import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile, ReadPart } from '../../../src/agents/agent.ts';
import { gemini } from '../../../src/agents/gemini/index.ts';
import { readLog } from '../../../src/agents/gemini/reader.ts';
import type { Step } from '../../support/described-session.ts';
import { geminiWriter } from '../../support/log-writers/gemini.ts';
import { makeFolder, removeFolders, writeLog } from '../log-file.ts';

afterAll(removeFolders);

const story: Step[] = [
  { user: 'run the tests' },
  { id: 'a1', use: { tool: 'shell', command: 'make tets' }, end: { how: 'exit', code: 2, prints: 'no rule' } },
  {
    id: 'a2',
    use: { tool: 'read', path: 'src/tide.ts', offset: 3, limit: 2 },
    end: { how: 'ok', prints: 'tide' },
    parallel: true,
  },
  { id: 'a3', use: { tool: 'shell', command: 'git push' }, end: { how: 'rejected' } },
  { user: 'I push myself' },
  {
    id: 'a4',
    use: {
      tool: 'task',
      task: 'Look',
      kind: 'explore',
      steps: [
        { user: 'Look' },
        { id: 'b1', use: { tool: 'search', pattern: 'x' }, end: { how: 'ok', prints: 'src/x.ts' } },
      ],
    },
    end: { how: 'ok', prints: 'done' },
  },
  {
    id: 'a5',
    use: { tool: 'named', name: 'mcp_tides_get', input: { id: 4 } },
    end: { how: 'error', text: 'no tide 4' },
  },
  { id: 'a6', use: { tool: 'shell', command: 'make test' }, cwd: '/home/ada/harbour/src', end: { how: 'open' } },
];

async function write(
  steps: Step[],
): Promise<{ main: LogFile; child: LogFile | undefined; ids: Map<string, string>; session: string }> {
  const home = makeFolder();
  const described = { start: '2026-03-01T09:00:00.000Z', cwd: '/home/ada/harbour', branch: 'main', steps };
  const { calls, sessions } = await geminiWriter.write(home, [described]);
  const files = await gemini.discover({ home, env: {} });
  const main = files.find(({ path }) => path.includes('session-2026'));
  if (main === undefined) throw new Error('no log was found');
  return { main, child: files.find((file) => file !== main), ids: calls, session: sessions[0] ?? '' };
}

describe('a log of lines', () => {
  it('gives calls with their outcomes, and messages', async () => {
    const { main, child, ids, session } = await write(story);
    const { calls, messages, sessions, bad } = await gemini.read(main, 0, []);
    expect(bad).toEqual([]);
    expect(messages.map(({ text }) => text)).toEqual(['run the tests', 'I push myself']);
    calls.sort((a, b) => a.seq - b.seq);
    expect(calls.map(({ id, tool, name, outcome }) => [id, tool, name, outcome])).toEqual([
      [ids.get('a1'), 'shell', 'run_shell_command', 'failed'],
      [ids.get('a2'), 'read', 'read_file', 'ok'],
      [ids.get('a3'), 'shell', 'run_shell_command', 'rejected'],
      [ids.get('a4'), 'task', 'invoke_agent', 'ok'],
      [ids.get('a5'), 'mcp', 'mcp_tides_get', 'failed'],
      [ids.get('a6'), 'shell', 'run_shell_command', 'unknown'],
    ]);
    expect(calls[0]).toMatchObject({ exitCode: 2, output: 'no rule', cwd: '/home/ada/harbour', turn: calls[1]?.turn });
    expect(calls[1]).toMatchObject({
      input: { path: '/home/ada/harbour/src/tide.ts', offset: 3, limit: 2 },
      output: '',
    });
    expect(calls[2]?.said).toBe('I push myself');
    expect(calls[5]).toMatchObject({ cwd: '/home/ada/harbour/src', waiting: 'result' });
    expect(sessions).toMatchObject([{ session, cwds: ['/home/ada/harbour'] }]);
    if (child === undefined) throw new Error('no subagent');
    const below = await gemini.read(child, 0, []);
    expect(below.calls).toMatchObject([{ id: ids.get('b1'), session, thread: expect.stringMatching(/^[\w-]{36}$/) }]);
    expect(below.messages).toEqual([]);
  });

  it('is read on where it stopped, with the call that was open', async () => {
    const { main, ids } = await write(story);
    const first = await gemini.read(main, 0, []);
    const lines = readFileSync(main.path, 'utf8').trim().split('\n');
    const upsert = lines.findLast((line) => line.includes('"executing"')) ?? '';
    const response = '"status":"success","result":[{"functionResponse":{"response":{"output":"Output: passed"}}}]';
    appendFileSync(main.path, `${upsert.replace('"status":"executing"', response)}\n`);
    const second = await gemini.read(
      main,
      first.offset,
      first.calls.filter(({ waiting }) => waiting !== undefined),
    );
    expect(second.calls.map(({ id, outcome, output }) => [id, outcome, output])).toEqual([
      [ids.get('a6'), 'ok', 'passed'],
    ]);
  });

  it('reads the same in pieces of any size', async () => {
    const { main } = await write(story);
    const whole = await readLog(main, 0, []);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), async (chunk) => {
        const parts: ReadPart[] = [];
        const rest = await readLog(main, 0, [], (part) => void parts.push(part), chunk);
        expect([...parts, rest].flatMap((part) => part.calls)).toEqual(whole.calls);
      }),
      { numRuns: 20 },
    );
  });

  it('can be recalled, call by call', async () => {
    const { main } = await write(story);
    const [failed] = (await gemini.read(main, 0, [])).calls;
    if (failed === undefined) throw new Error('no call');
    const text = await gemini.recall?.(main.path, failed);
    expect(JSON.parse(text?.input ?? '')).toEqual({ command: 'make tets', description: 'Run it' });
    expect(text?.output).toContain('no rule\nExit Code: 2');
  });

  it('takes messages that are set at once, and keeps the first result of a call', async () => {
    const call = (output: string) => ({
      id: 'read_file-1',
      name: 'list_directory',
      args: { dir_path: 'src' },
      status: 'success',
      result: [{ functionResponse: { response: { output } } }],
    });
    const message = (output: string) => ({
      id: 'm1',
      timestamp: '2026-03-01T09:00:01Z',
      type: 'gemini',
      toolCalls: [call(output)],
    });
    const records = [
      { sessionId: 's1', projectHash: 'ab12', startTime: '2026-03-01T09:00:00Z', kind: 'main' },
      { $set: { messages: [{ id: 'm0', type: 'user', content: [{ text: 'look' }] }, message('tide.ts')] } },
      message('[Tool output masked]'),
      { $rewindTo: 'm0' },
      { $set: { summary: 'A look around' } },
    ];
    const file = writeLog(records.map((record) => `${JSON.stringify(record)}\n`).join(''), 'session-1.jsonl');
    const { calls, messages, sessions } = await gemini.read(file, 0, []);
    expect(calls).toMatchObject([{ id: 'read_file-1@s1', output: 'tide.ts' }]);
    expect(messages).toMatchObject([{ text: 'look', id: 'm0' }]);
    expect(sessions).toMatchObject([{ session: 's1', cwds: [], folderHash: 'ab12', title: 'A look around' }]);
  });

  it.each([
    ['<session_context>\nThis is the Gemini CLI.', ''],
    ['System: Please continue.', ''],
    ['<hook_context>mind</hook_context>\n\nlook', 'look'],
    ['see @tide.ts\n--- Content from referenced files ---\nconst tide', 'see @tide.ts'],
  ])('has of %j what a person typed', async (text, typed) => {
    const records = [
      { sessionId: 's1', projectHash: 'x' },
      { id: 'm0', type: 'user', content: [{ text }] },
    ];
    const file = writeLog(records.map((record) => `${JSON.stringify(record)}\n`).join(''), 'session-1.jsonl');
    expect((await gemini.read(file, 0, [])).messages.map((message) => message.text)).toEqual(
      typed === '' ? [] : [typed],
    );
  });
});

describe('a log that is one object', () => {
  it('gives the same as one of lines', async () => {
    const { main, ids, session } = await write(story);
    const lined = await gemini.read(main, 0, []);
    const records = readFileSync(main.path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const messages = new Map(records.filter(({ id }) => id !== undefined).map((record) => [record.id, record]));
    const [header] = records;
    const path = main.path.replace(/\.jsonl$/, '.json');
    writeFileSync(path, JSON.stringify({ ...header, messages: [...messages.values()] }, null, 2));
    const whole = await gemini.read({ ...main, path }, 0, []);
    const plain = ({ calls }: ReadPart) => calls.map(({ source: _source, seq: _seq, ...call }) => call);
    expect(plain(whole)).toEqual(plain(lined));
    expect(whole.sessions).toEqual(lined.sessions);
    expect(whole.messages.map(({ text }) => text)).toEqual(lined.messages.map(({ text }) => text));
    const call = { id: ids.get('a1') ?? '', session };
    expect((await gemini.recall?.(path, call))?.output).toContain('no rule');
  });

  it('is reported where it is none, and tried again where it cannot be opened', async () => {
    const file = writeLog('{"sessionId": "s1", "mess', 'session-1.json');
    expect(await gemini.read(file, 0, [])).toMatchObject({ calls: [], bad: [{ reason: 'not JSON' }], offset: 25 });
    const gone = { ...file, path: join(makeFolder(), 'session-2.json') };
    expect(await gemini.read(gone, 0, [])).toMatchObject({ unreadable: 'ENOENT', offset: 0 });
  });
});

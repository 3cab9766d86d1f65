import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile, ReadPart } from '../../../src/agents/agent.ts';
import { copilot } from '../../../src/agents/copilot/index.ts';
import { readLog } from '../../../src/agents/copilot/reader.ts';
import type { DescribedSession, Step } from '../../support/described-session.ts';
import { copilotWriter } from '../../support/log-writers/copilot.ts';
import { makeFolder, removeFolders, writeLog } from '../log-file.ts';

afterAll(removeFolders);

const story: Step[] = [
  { user: 'run the tests' },
  { id: 'a1', use: { tool: 'shell', command: 'make tets' }, end: { how: 'exit', code: 2, prints: 'no rule' } },
  {
    id: 'a2',
    use: { tool: 'read', path: 'src/tide.ts', offset: 3, limit: 2 },
    end: { how: 'ok', prints: 'const tide = 1;' },
  },
  { id: 'a3', use: { tool: 'shell', command: 'git push' }, end: { how: 'rejected' } },
  { user: 'I push myself' },
  {
    id: 'a4',
    use: {
      tool: 'task',
      task: 'Look',
      kind: 'explore',
      steps: [{ id: 'b1', use: { tool: 'search', pattern: 'x' }, end: { how: 'ok', prints: 'src/x.ts' } }],
    },
    end: { how: 'ok', prints: 'done' },
  },
  {
    id: 'a5',
    use: { tool: 'named', name: 'mcp__tides__get', input: { id: 4 } },
    end: { how: 'error', text: 'no tide 4' },
  },
  { id: 'a6', use: { tool: 'shell', command: 'make test' }, end: { how: 'open' } },
];

async function write(steps: Step[]): Promise<{ file: LogFile; ids: Map<string, string> }> {
  const home = makeFolder();
  const session: DescribedSession = {
    start: '2026-03-01T09:00:00.000Z',
    cwd: '/home/ada/harbour',
    branch: 'main',
    steps,
  };
  const { calls } = await copilotWriter.write(home, [session]);
  const [file] = await copilot.discover({ home, env: {} });
  if (file === undefined) throw new Error('no log was found');
  return { file, ids: calls };
}

let clock = Date.parse('2026-03-02T09:00:00Z');
function event(type: string, data: Record<string, unknown>): string {
  clock += 1000;
  return `${JSON.stringify({ type, data, id: `e${clock}`, timestamp: new Date(clock).toISOString(), parentId: null })}\n`;
}
const start = (id: string, name: string, args: Record<string, unknown>) =>
  event('tool.execution_start', { toolCallId: id, toolName: name, arguments: args });
const complete = (id: string, content: string) =>
  event('tool.execution_complete', { toolCallId: id, success: true, result: { content } });
const begin = event('session.start', { sessionId: 's1', copilotVersion: '1.0.68', context: { cwd: '/home/ada/quay' } });

describe('a log', () => {
  it('gives calls with their outcomes, and messages', async () => {
    const { file, ids } = await write(story);
    const { calls, messages, sessions, bad } = await copilot.read(file, 0, []);
    expect(bad).toEqual([]);
    expect(messages.map(({ text }) => text)).toEqual(['run the tests', 'I push myself']);
    const rows = calls.sort((a, b) => a.seq - b.seq).map(({ id, tool, name, outcome }) => [id, tool, name, outcome]);
    expect(rows).toEqual([
      [ids.get('a1'), 'shell', 'bash', 'failed'],
      [ids.get('a2'), 'read', 'view', 'ok'],
      [ids.get('a3'), 'shell', 'bash', 'rejected'],
      [ids.get('a4'), 'task', 'task', 'ok'],
      [ids.get('b1'), 'search', 'grep', 'ok'],
      [ids.get('a5'), 'mcp', 'mcp__tides__get', 'failed'],
      [ids.get('a6'), 'shell', 'bash', 'unknown'],
    ]);
    expect(calls[0]).toMatchObject({ exitCode: 2, output: 'no rule', cwd: '/home/ada/harbour', branch: 'main' });
    expect(calls[1]).toMatchObject({
      input: { path: '/home/ada/harbour/src/tide.ts', offset: 3, limit: 2 },
      output: '',
    });
    expect(calls[2]?.said).toBe('I push myself');
    expect(calls[4]?.thread).toBe(ids.get('a4'));
    expect(sessions).toMatchObject([
      { session: file.session, cwds: ['/home/ada/harbour'], branch: 'main', version: '1.0.68' },
    ]);
  });

  it('can be recalled, call by call', async () => {
    const { file } = await write(story);
    const { calls } = await copilot.read(file, 0, []);
    const [failed] = calls;
    if (failed === undefined) throw new Error('no call');
    const text = await copilot.recall?.(file.path, failed);
    expect(JSON.parse(text?.input ?? '')).toEqual({ command: 'make tets', description: 'Run it' });
    expect(text?.output).toBe('no rule\n<shellId: 0 completed with exit code 2>');
  });

  it('reads the same in pieces of any size', async () => {
    const { file } = await write(story);
    const whole = await readLog(file, 0, []);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), async (chunk) => {
        const parts: ReadPart[] = [];
        const rest = await readLog(file, 0, [], (part) => void parts.push(part), chunk);
        const calls = [...parts, rest].flatMap((part) => part.calls);
        expect(calls).toEqual(whole.calls);
      }),
      { numRuns: 20 },
    );
  });

  it('passes over what the client says in the name of the user', async () => {
    const said = (content: string, source?: string) => event('user.message', { content, source: source || undefined });
    const file = writeLog(begin + said('look at the pier') + said('<skill-context>', 'skill-pier') + said('  '));
    expect((await copilot.read(file, 0, [])).messages.map(({ text }) => text)).toEqual(['look at the pier']);
  });

  it('cancels what was running when the user stopped', async () => {
    const file = writeLog(
      begin + start('c1', 'bash', { command: 'make' }) + event('abort', { reason: 'user_initiated' }),
    );
    const { calls } = await copilot.read(file, 0, []);
    expect(calls).toMatchObject([{ outcome: 'cancelled', waiting: 'reply' }]);
  });
});

describe('a shell that is left running', () => {
  const launch =
    begin +
    start('call_1', 'bash', { command: 'make serve', mode: 'sync' }) +
    complete('call_1', 'starting\n<command with shellId: 7 is still running after 30 seconds. Use read_bash.>');
  const poll = start('call_2', 'read_bash', { shellId: '7', delay: 5 });

  it('ends with a later look at it', async () => {
    const file = writeLog(launch + poll + complete('call_2', 'no such port\n<shellId: 7 completed with exit code 3>'));
    const { calls } = await copilot.read(file, 0, []);
    expect(calls.find(({ name }) => name === 'bash')).toMatchObject({
      id: 'call_1@s1',
      outcome: 'failed',
      exitCode: 3,
      output: 'starting\nno such port',
    });
    expect(calls.find(({ name }) => name === 'read_bash')).toMatchObject({ tool: 'other', outcome: 'ok' });
  });

  it('ends in a later read of the file', async () => {
    const file = writeLog(launch + poll);
    const first = await copilot.read(file, 0, []);
    expect(first.calls.map(({ waiting }) => waiting).sort()).toEqual(['result', 'task 7']);
    appendFileSync(file.path, complete('call_2', '<shellId: 7 completed with exit code 0>'));
    const second = await copilot.read(file, first.offset, first.calls);
    expect(second.calls.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['call_1@s1', 'ok'],
      ['call_2@s1', 'ok'],
    ]);
  });

  it('may be told to have ended without a look', async () => {
    const kind = { type: 'shell_completed', shellId: '7', exitCode: 3 };
    const file = writeLog(launch + event('system.notification', { content: 'over', kind }));
    expect((await copilot.read(file, 0, [])).calls).toMatchObject([{ outcome: 'failed', exitCode: 3 }]);
  });

  it('is cancelled where the model stops it', async () => {
    const file = writeLog(
      launch + start('call_3', 'stop_bash', { shellId: 7 }) + complete('call_3', '<command with id: 7 stopped>'),
    );
    const { calls } = await copilot.read(file, 0, []);
    expect(calls.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['bash', 'cancelled'],
      ['stop_bash', 'ok'],
    ]);
  });
});

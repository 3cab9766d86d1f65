import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile, ReadPart } from '../../../src/agents/agent.ts';
import { pi } from '../../../src/agents/pi/index.ts';
import { readLog, recallCall } from '../../../src/agents/pi/reader.ts';
import type { DescribedSession, Step } from '../../support/described-session.ts';
import { piWriter } from '../../support/log-writers/pi.ts';
import { makeFolder, removeFolders, writeLog } from '../log-file.ts';

afterAll(removeFolders);

const story: Step[] = [
  { user: 'run the tests' },
  {
    id: 'a1',
    use: { tool: 'shell', command: 'make tets', timeoutMs: 60_000 },
    end: { how: 'exit', code: 2, prints: 'no rule' },
  },
  { id: 'a2', use: { tool: 'read', path: 'src/tide.ts' }, end: { how: 'ok', prints: 'export const tide = 1;' } },
  {
    id: 'a3',
    use: { tool: 'edit', path: 'src/tide.ts', old: 'one', new: 'two' },
    end: { how: 'error', text: 'Could not find it' },
  },
  {
    id: 'a4',
    use: { tool: 'search', pattern: 'tide', path: 'src' },
    end: { how: 'ok', prints: 'src/tide.ts:1: tide' },
  },
  { id: 'a5', use: { tool: 'shell', command: 'make test' }, end: { how: 'open' } },
];

describe('a log of version 3', () => {
  it('gives calls with their outcomes, and messages', async () => {
    const { file, ids } = await write(story);
    const { calls, messages, sessions, bad } = await pi.read(file, 0, []);
    expect(bad).toEqual([]);
    expect(messages.map(({ text }) => text)).toEqual(['run the tests']);
    expect(calls.map(({ id, tool, name, outcome, exitCode }) => [id, tool, name, outcome, exitCode])).toEqual([
      [ids.get('a1'), 'shell', 'bash', 'failed', 2],
      [ids.get('a2'), 'read', 'read', 'ok', undefined],
      [ids.get('a3'), 'edit', 'edit', 'failed', undefined],
      [ids.get('a4'), 'search', 'grep', 'ok', undefined],
      [ids.get('a5'), 'shell', 'bash', 'unknown', undefined],
    ]);
    expect(calls[0]).toMatchObject({
      input: { command: 'make tets', timeoutMs: 60_000 },
      output: 'no rule',
      cwd: '/home/ada/harbour',
    });
    expect(calls[1]).toMatchObject({ output: '', outputLength: 0 });
    expect(calls[2]?.input).toEqual({ path: 'src/tide.ts', oldText: 'one', newText: 'two', rest: { edits: 1 } });
    expect(sessions).toMatchObject([{ session: file.session, cwds: ['/home/ada/harbour'] }]);
  });

  it('is read on where it stopped, with the call that was open, and keeps half a line for later', async () => {
    const { file, ids } = await write(story);
    const first = await pi.read(file, 0, []);
    const open = first.calls.filter((call) => call.waiting !== undefined);
    const result = {
      role: 'toolResult',
      toolCallId: ids.get('a5'),
      toolName: 'bash',
      content: [{ type: 'text', text: 'passed' }],
    };
    appendFileSync(file.path, `${JSON.stringify(entry({ ...result, isError: false }))}\n{"type":"mess`);
    const second = await pi.read(file, first.offset, open);
    expect(second.calls.map(({ id, outcome, output, session }) => [id, outcome, output, session])).toEqual([
      [ids.get('a5'), 'ok', 'passed', file.session],
    ]);
    expect(second.bad).toMatchObject([{ reason: expect.stringContaining('unfinished') }]);
    expect(second.offset).toBeLessThan(file.size + 1000);
  });

  it('can be recalled, call by call', async () => {
    const { file } = await write(story);
    const { calls } = await pi.read(file, 0, []);
    const [failed] = calls;
    if (failed === undefined) throw new Error('no call');
    const text = await recallCall(file.path, failed);
    expect(JSON.parse(text?.input ?? '')).toEqual({ command: 'make tets', timeout: 60 });
    expect(text?.output).toBe('no rule\n\nCommand exited with code 2');
  });

  it('knows what the user said after a call was stopped', async () => {
    const lines = [
      ...start(),
      send('toolu_01aaaaaaaaaaaaaaaaaaaaaa', 'bash', { command: 'make deploy' }),
      answer('toolu_01aaaaaaaaaaaaaaaaaaaaaa', 'Command aborted', true),
      entry({ role: 'user', content: 'not on a Friday' }),
    ];
    const { calls } = await read(lines);
    expect(calls).toMatchObject([{ outcome: 'cancelled', said: 'not on a Friday' }]);
    expect(calls[0]?.waiting).toBeUndefined();
  });

  it('has calls that never ran: those of a turn that broke off, and made-up results', async () => {
    const broken = send('toolu_01bbbbbbbbbbbbbbbbbbbbbb', 'bash', { command: 'make' });
    Object.assign(broken.message, { stopReason: 'aborted' });
    const lines = [
      ...start(),
      broken,
      send('toolu_01cccccccccccccccccccccc', 'bash', { command: 'make' }),
      answer('toolu_01cccccccccccccccccccccc', 'Tool execution was interrupted', true, { __synthetic: true }),
    ];
    expect((await read(lines)).calls.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
  });

  it('is not made of what a person ran, nor of records that are not known', async () => {
    const lines = [
      ...start(),
      entry({ role: 'bashExecution', command: 'ls', output: 'x', exitCode: 1 }),
      entry({ role: 'user', content: 'resume', synthetic: true }),
      { type: 'ttsr_injection', id: 'x', data: {} },
      { type: 'compaction', summary: 'The work goes on.' },
      { noType: true },
    ];
    const { calls, messages, bad } = await read(lines);
    expect({ calls, messages, bad }).toEqual({ calls: [], messages: [], bad: [] });
  });

  it('counts every branch of the tree, and each call once', async () => {
    const call = send('toolu_01dddddddddddddddddddddd', 'bash', { command: 'make' }, 'e1', 'e0');
    const other = send('toolu_01eeeeeeeeeeeeeeeeeeeeee', 'bash', { command: 'make all' }, 'e3', 'e0');
    const lines = [...start(), call, answer('toolu_01dddddddddddddddddddddd', 'ok', false), other, call];
    expect((await read(lines)).calls.map(({ input }) => input.command)).toEqual(['make', 'make all']);
  });

  it('keeps calls apart whose ids begin at zero in every session', async () => {
    const lines = (at: number) => [
      ...start(),
      {
        ...send('functions.bash:0', 'bash', { command: 'make' }),
        message: { ...send('functions.bash:0', 'bash', {}).message, timestamp: at },
      },
      answer('functions.bash:0', 'done', false),
    ];
    const [one, two] = [await read(lines(1)), await read(lines(2))];
    expect(one.calls).toMatchObject([{ outcome: 'ok', id: 'functions.bash:0@1' }]);
    expect(two.calls[0]?.id).toBe('functions.bash:0@2');
    expect(await recallCall(two.path, two.calls[0] ?? { id: '' })).toMatchObject({ output: 'done' });
  });
});

describe('logs of other kinds', () => {
  it('of version 1 have no ids', async () => {
    const lines = [
      {
        type: 'session',
        id: 'old-1',
        timestamp: '2025-11-20T23:33:50.805Z',
        cwd: '/home/ada/orchard',
        branchedFrom: '/x.jsonl',
      },
      {
        type: 'message',
        timestamp: '2025-11-20T23:34:00Z',
        message: { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      },
      without(send('toolu_01ffffffffffffffffffffff', 'bash', { command: 'make' })),
      without(answer('toolu_01ffffffffffffffffffffff', 'gone\n\nCommand exited with code 1', true)),
    ];
    const { calls, messages, sessions } = await read(lines);
    expect(calls).toMatchObject([{ session: 'old-1', outcome: 'failed', exitCode: 1, output: 'gone' }]);
    expect(messages).toMatchObject([{ session: 'old-1', text: 'hello' }]);
    expect(sessions).toMatchObject([{ session: 'old-1', cwds: ['/home/ada/orchard'] }]);
  });

  it('of a fork begin with a title, which may be long', async () => {
    const title = { type: 'title', title: 'A calm harbour', pad: ' '.repeat(200) };
    const { sessions } = await read([title, ...start(), entry({ role: 'user', content: 'hello' })]);
    expect(sessions).toMatchObject([{ session: 's1', title: 'A calm harbour' }]);
  });

  it('of subagents belong to the session that their folder is named after', async () => {
    const folder = makeFolder();
    const path = join(folder, '2026-07-17T17-25-02_s1', '0-Scout.jsonl');
    mkdirSync(dirname(path));
    const lines = [
      ...start(),
      entry({ role: 'user', content: 'find it' }),
      send('toolu_01gggggggggggggggggggggg', 'bash', {}),
    ];
    writeFileSync(path, toText(lines));
    const { calls, messages } = await readLog({ ...writeLog(''), path, session: 's1' }, 0, []);
    expect(calls).toMatchObject([{ session: 's1', thread: '0-Scout' }]);
    expect(messages).toEqual([]);
  });

  it('that are broken are read as far as they can be', async () => {
    const file = writeLog(
      `${toText(start())}{"type":\n[1]\nnull\n\n{"type":"message","message":null}\n${toText([send('x', 'bash', {})])}`,
    );
    const { calls, bad } = await pi.read(file, 0, []);
    expect(bad.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(calls).toHaveLength(1);
    expect(await pi.read({ ...file, path: `${file.path}.gone` }, 0, [])).toMatchObject({
      calls: [],
      unreadable: 'ENOENT',
    });
  });

  it('of any length are handed over in parts', async () => {
    const many = Array.from({ length: 300 }, (_, index) => {
      const id = `toolu_01${String(index).padStart(22, '0')}`;
      return [send(id, 'bash', { command: `make ${index}` }), answer(id, 'x'.repeat(10_000), false)];
    }).flat();
    const parts: ReadPart[] = [];
    const rest = await pi.read(writeLog(toText([...start(), ...many])), 0, [], (part) => void parts.push(part));
    const calls = [...parts.flatMap((part) => part.calls), ...rest.calls];
    expect(parts.length).toBeGreaterThan(1);
    expect(calls.map(({ input }) => input.command)).toEqual(Array.from({ length: 300 }, (_, index) => `make ${index}`));
  });

  it('give the same whatever they are cut into', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(texts, fc.integer({ min: 1, max: 200 }), async (printed, cut) => {
      const lines = printed.flatMap((text, index) => {
        const id = `toolu_01${String(index).padStart(22, '0')}`;
        return [
          send(id, 'bash', { command: text }),
          answer(id, `${text}\n\nCommand exited with code ${index + 1}`, true),
        ];
      });
      const bytes = Buffer.from(toText([...start(), ...lines]));
      const whole = await pi.read(writeLog(bytes), 0, []);
      const at = Math.floor((bytes.length * cut) / 201);
      const grown = writeLog(bytes.subarray(0, at));
      const first = await pi.read(grown, 0, []);
      appendFileSync(grown.path, bytes.subarray(at));
      const open = first.calls.filter((call) => call.waiting !== undefined);
      const second = await pi.read(grown, first.offset, open);
      const calls = new Map([...first.calls, ...second.calls].map((call) => [call.id, call]));
      expect([...calls.values()]).toEqual(whole.calls);
    });
    await fc.assert(property, { numRuns: 40 });
  });
});

async function write(steps: Step[]): Promise<{ file: LogFile; ids: Map<string, string> }> {
  const home = makeFolder();
  const session: DescribedSession = { start: '2026-03-01T09:00:00Z', cwd: '/home/ada/harbour', branch: 'main', steps };
  const { calls } = await piWriter.write(home, [session]);
  const [file] = await pi.discover({ home, env: {} });
  if (file === undefined) throw new Error('no log was found');
  return { file, ids: calls };
}

type Entry = { type: string; message: Record<string, unknown>; [more: string]: unknown };

function start(): Record<string, unknown>[] {
  return [{ type: 'session', version: 3, id: 's1', timestamp: '2026-03-01T09:00:00Z', cwd: '/home/ada/harbour' }];
}

function entry(message: Record<string, unknown>, id = 'e1', parentId = 'e0'): Entry {
  return {
    type: 'message',
    id,
    parentId,
    timestamp: '2026-03-01T09:00:05Z',
    message: { timestamp: 1_772_355_605_000, ...message },
  };
}

function send(id: string, name: string, args: Record<string, unknown>, own = 'e1', parent = 'e0'): Entry {
  return entry(
    { role: 'assistant', content: [{ type: 'toolCall', id, name, arguments: args }], stopReason: 'toolUse' },
    own,
    parent,
  );
}

function answer(toolCallId: string, text: string, isError: boolean, details?: unknown): Entry {
  return entry({
    role: 'toolResult',
    toolCallId,
    toolName: 'bash',
    content: [{ type: 'text', text }],
    isError,
    details,
  });
}

function without({ id: _id, parentId: _parent, ...rest }: Entry): Record<string, unknown> {
  return rest;
}

function toText(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function read(lines: readonly unknown[]) {
  const file = writeLog(toText(lines));
  return { ...(await pi.read(file, 0, [])), path: file.path };
}

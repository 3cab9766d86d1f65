import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadPart } from '../../../src/agents/agent.ts';
import type { Call } from '../../../src/agents/call.ts';
import { openCode } from '../../../src/agents/opencode/index.ts';
import type { DescribedSession, Step } from '../../support/described-session.ts';
import { describeSessions, type OpenCodeSession } from '../../support/log-writers/opencode.ts';
import { makeFolder, removeFolders } from '../log-file.ts';
import { exportPath, put, readAll, stores } from './stores.ts';

afterAll(removeFolders);

const story: Step[] = [
  { user: 'run the tests' },
  {
    id: 'a1',
    use: { tool: 'shell', command: 'make tets', timeoutMs: 60_000 },
    end: { how: 'exit', code: 2, prints: 'no rule' },
  },
  {
    id: 'a2',
    use: { tool: 'shell', command: 'make test' },
    cwd: '/home/ada/harbour/web',
    end: { how: 'ok', prints: 'passed' },
    parallel: true,
  },
  { id: 'a3', use: { tool: 'read', path: 'src/tide.ts' }, end: { how: 'missing' } },
  { id: 'a4', use: { tool: 'read', path: 'src/tides.ts' }, end: { how: 'ok', prints: 'one\ntwo' } },
  {
    id: 'a5',
    use: { tool: 'edit', path: 'src/tides.ts', old: 'one', new: 'two', all: true },
    end: { how: 'rejected' },
  },
  { user: 'leave that file alone' },
  {
    id: 'a6',
    use: { tool: 'task', task: 'Find the loader', kind: 'general', steps: [{ id: 's1', ...shell('rg loader') }] },
    end: { how: 'ok', prints: 'found' },
  },
  { id: 'a7', use: { tool: 'search', pattern: 'tide', path: 'src', glob: '*.ts' }, end: { how: 'open' } },
];

describe.each(Object.keys(stores))('a session in a %s', (store) => {
  it('gives calls with their outcomes, and messages', async () => {
    const { calls, results, ids, sessions } = await keep(store, [described(story)]);
    expect(results.flatMap(({ bad }) => bad)).toEqual([]);
    const label = new Map([...ids].map(([name, id]) => [id, name]));
    expect(
      calls.map(({ id, tool, name, outcome, exitCode }) => [label.get(id), tool, name, outcome, exitCode]).sort(),
    ).toEqual([
      ['a1', 'shell', 'bash', 'failed', 2],
      ['a2', 'shell', 'bash', 'ok', 0],
      ['a3', 'read', 'read', 'failed', undefined],
      ['a4', 'read', 'read', 'ok', undefined],
      ['a5', 'edit', 'edit', 'rejected', undefined],
      ['a6', 'task', 'task', 'ok', undefined],
      ['a7', 'search', 'grep', 'unknown', undefined],
      ['s1', 'shell', 'bash', 'ok', 0],
    ]);
    const call = (name: string) => calls.find(({ id }) => id === ids.get(name));
    expect(call('a1')).toMatchObject({ input: { command: 'make tets', timeoutMs: 60_000 }, cwd: '/home/ada/harbour' });
    expect(call('a2')).toMatchObject({ cwd: '/home/ada/harbour/web', turn: call('a1')?.turn });
    expect(call('a3')?.output).toBe('File not found: /home/ada/harbour/src/tide.ts');
    expect(call('a4')).toMatchObject({ output: '', outputLength: 0, fileLines: 2 });
    expect(call('a5')).toMatchObject({
      said: 'leave that file alone',
      input: { oldText: 'one', newText: 'two', replaceAll: true },
    });
    expect(call('a7')).toMatchObject({ waiting: 'result', input: { pattern: 'tide', path: 'src', glob: '*.ts' } });
    expect(call('s1')).toMatchObject({ session: sessions[0], thread: expect.stringMatching(/^ses_/) });
    const messages = results.flatMap((result) => result.messages);
    expect(messages.map(({ text, session }) => [text, session])).toEqual([
      ['run the tests', sessions[0]],
      ['leave that file alone', sessions[0]],
    ]);
    const facts = results.flatMap((result) => result.sessions);
    for (const one of facts)
      expect(one).toMatchObject({ session: sessions[0], cwds: ['/home/ada/harbour'], version: '1.18.33' });
    expect(facts.map(({ title }) => title).sort()).toEqual(['A calm harbour', undefined]);
  });

  it('can be recalled, call by call', async () => {
    const { found, ids } = await keep(store, [described(story)]);
    for (const { file, result } of found) {
      for (const call of result.calls) {
        const text = await openCode.recall?.(file.path, call);
        expect(JSON.parse(text?.input ?? '')).toBeTypeOf('object');
        if (call.id === ids.get('a1')) expect(text?.output).toBe('no rule');
      }
      expect(await openCode.recall?.(file.path, { id: 'call_of_another_session' })).toBeUndefined();
    }
  });

  it('counts the calls of a fork once', async () => {
    const fork = { ...described([{ id: 'b1', ...shell('git status') }]), start: '2026-03-02T09:00:00Z', forkOf: 1 };
    const { calls } = await keep(store, [described(story), fork]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(9);
    expect(calls.length).toBeGreaterThan(9);
  });

  it('has ids of its own where the ids of calls count from zero or were taken out', async () => {
    const sessions = describeSessions([described(story), { ...described(story), start: '2026-03-02T09:00:00Z' }]).all;
    const plain = sessions.map((session) => replaceIds(session));
    const home = makeFolder();
    stores[store]?.(home, plain);
    const calls = (await readAll({ home, env: {} })).flatMap(({ result }) => result.calls);
    expect(calls).toHaveLength(16);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(16);
    for (const { id } of calls) expect(id).toMatch(/^msg_\w+#\d+$/);
  });
});

describe('the stores', () => {
  it('give the same calls, whatever was printed', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const property = fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), async (texts) => {
      const steps: Step[] = texts.map(([command, prints], index) => ({
        id: `a${index}`,
        use: { tool: 'shell', command: command || 'make' },
        end: { how: 'exit', code: 1, prints },
      }));
      const all: Call[][] = [];
      for (const store of Object.keys(stores)) all.push((await keep(store, [described(steps)])).calls);
      const [first = []] = all;
      expect(first).toHaveLength(texts.length);
      // Where in its source a message stands is the source's own.
      for (const calls of all) expect(calls.map(withoutSource)).toEqual(first.map(withoutSource));
    });
    await fc.assert(property, { numRuns: 15 });
  });
});

describe('an export', () => {
  it('that breaks off, or has a broken message, is read as far as it can be', async () => {
    const [session] = describeSessions([described(story)]).all;
    if (session === undefined) throw new Error('no session');
    const whole = JSON.stringify(session, null, 2);
    const home = makeFolder();
    put(exportPath(home, session), whole.slice(0, whole.length * 0.8));
    const [broken] = await readAll({ home, env: {} });
    expect(broken?.result.bad).toMatchObject([{ reason: 'unfinished: not JSON: it ends too early' }]);
    expect(broken?.result.calls.length).toBeGreaterThan(2);
    put(exportPath(home, session), whole.replace('"role": "assistant"', '"role": assistant'));
    const [damaged] = await readAll({ home, env: {} });
    expect(damaged?.result.bad).toMatchObject([{ reason: 'not JSON' }]);
    expect(damaged?.result.calls.length).toBeGreaterThan(2);
    expect(damaged?.result.offset).toBe(damaged?.file.size);
  });

  it('is not any other JSON', async () => {
    const home = makeFolder();
    const texts = ['{"a": 1}', '[]', '', '{\n  "name": "x"\n}', 'nothing', '{"info": 1, "messages": 2}'];
    for (const [index, text] of texts.entries()) put(`${home}/opencode-export/${index}.json`, text);
    for (const { result } of await readAll({ home, env: {} })) {
      expect(result.calls).toEqual([]);
      expect(result.bad).toHaveLength(1);
    }
  });

  it('may follow what a terminal printed', async () => {
    const [session] = describeSessions([described(story)]).all;
    if (session === undefined) throw new Error('no session');
    const home = makeFolder();
    put(exportPath(home, session), `Exporting session: ${session.info.id}\n${JSON.stringify(session, null, 2)}\n`);
    const [found] = await readAll({ home, env: {} });
    expect(found?.result.bad).toEqual([]);
    expect(found?.result.calls).toHaveLength(7);
  });

  it('of any length is handed over in parts', async () => {
    const steps = Array.from({ length: 300 }, (_, index) => ({
      id: `a${index}`,
      ...shell(`make ${index}`, 'x'.repeat(10_000)),
    }));
    const [session] = describeSessions([described(steps)]).all;
    if (session === undefined) throw new Error('no session');
    const home = makeFolder();
    put(exportPath(home, session), JSON.stringify(session, null, 2));
    const [file] = await openCode.discover({ home, env: {} });
    if (file === undefined) throw new Error('no file');
    const parts: ReadPart[] = [];
    const rest = await openCode.read(file, 0, [], (part) => void parts.push(part));
    expect(parts.length).toBeGreaterThan(1);
    const calls = [...parts.flatMap((part) => part.calls), ...rest.calls];
    expect(calls.map(({ input }) => input.command)).toEqual(steps.map((_, index) => `make ${index}`));
  });

  it('of a subagent of a subagent belongs to the session at the top', async () => {
    const inner: Step = { id: 'c1', ...shell('ls') };
    const middle: Step = {
      id: 'b1',
      use: { tool: 'task', task: 'Look', kind: 'x', steps: [inner] },
      end: { how: 'ok', prints: '' },
    };
    const outer: Step = {
      id: 'a1',
      use: { tool: 'task', task: 'Find', kind: 'x', steps: [middle] },
      end: { how: 'ok', prints: '' },
    };
    for (const store of Object.keys(stores)) {
      const { calls, sessions } = await keep(store, [described([outer])]);
      expect(calls.map(({ session }) => session)).toEqual(calls.map(() => sessions[0]));
      expect(new Set(calls.map(({ thread }) => thread)).size).toBe(3);
    }
  });
});

describe('tools', () => {
  it('that are not there keep the name that was called', async () => {
    const [session] = describeSessions([described([{ id: 'a1', ...shell('ls') }])]).all;
    const part = session?.messages[0]?.parts.find(({ type }) => type === 'tool');
    if (session === undefined || part === undefined) throw new Error('no call');
    const input = { tool: 'sail', error: "Model tried to call unavailable tool 'sail'." };
    Object.assign(part, { tool: 'invalid', state: { status: 'completed', input, output: 'invalid', metadata: {} } });
    const home = makeFolder();
    put(exportPath(home, session), JSON.stringify(session));
    const [found] = await readAll({ home, env: {} });
    expect(found?.result.calls).toMatchObject([{ name: 'sail', outcome: 'failed', output: input.error, input: {} }]);
  });

  it('that patch name the first file', async () => {
    const patchText = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: src/b.ts\n*** End Patch';
    const use = { tool: 'named', name: 'apply_patch', input: { patchText } } as const;
    const { calls } = await keep('database', [described([{ id: 'a1', use, end: { how: 'ok', prints: '' } }])]);
    expect(calls).toMatchObject([{ tool: 'edit', input: { path: 'src/a.ts', rest: { files: 2 } } }]);
  });
});

function shell(command: string, prints = 'fine') {
  return { use: { tool: 'shell', command }, end: { how: 'ok', prints } } as const;
}

function described(steps: Step[]): DescribedSession {
  return { start: '2026-03-01T09:00:00Z', cwd: '/home/ada/harbour', branch: 'main', steps };
}

async function keep(store: string, sessions: readonly DescribedSession[]) {
  const home = makeFolder();
  const { written, all } = describeSessions(sessions);
  stores[store]?.(home, all);
  const found = await readAll({ home, env: {} });
  const results = found.map(({ result }) => result);
  return {
    found,
    results,
    calls: results.flatMap(({ calls }) => calls),
    ids: written.calls,
    sessions: written.sessions,
  };
}

function replaceIds(session: OpenCodeSession): OpenCodeSession {
  let count = 0;
  const messages = session.messages.map(({ info, parts }) => ({
    info,
    parts: parts.map((part) =>
      part.type === 'tool' ? { ...part, callID: count++ % 2 ? '[REDACTED]' : `call_${count}` } : part,
    ),
  }));
  return { ...session, messages };
}

function withoutSource({ source: _source, ...call }: Call): Omit<Call, 'source'> {
  return call;
}

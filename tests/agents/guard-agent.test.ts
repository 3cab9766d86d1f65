import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agent, LogFile } from '../../src/agents/agent.ts';
import { guardAgent } from '../../src/agents/guard-agent.ts';

const file: LogFile = { agent: 'lantern', path: '/logs/one.jsonl', session: 'one', size: 1000, mtimeMs: 1, inode: 7 };
const places = { home: '/home/ada', env: {} };

const good = {
  id: 'c1',
  agent: 'lantern',
  session: 'one',
  seq: 0,
  tool: 'shell',
  name: 'run',
  input: { command: 'make test' },
  outcome: 'ok',
  output: 'passed',
  outputLength: 6,
  at: 1000,
};

/** An adapter with the given pieces, guarded. What adapters give is anything. */
function guarded(pieces: {
  discover?: () => unknown;
  read?: (...args: unknown[]) => unknown;
  recall?: () => unknown;
  hookPlaces?: () => unknown;
}): Agent {
  const agent = {
    name: 'lantern',
    title: 'Lantern',
    root: () => '/logs',
    discover: () => [],
    read: () => ({}),
    ...pieces,
  };
  return guardAgent(agent as unknown as Agent, 42);
}

async function discover(given: () => unknown): Promise<{ files: LogFile[]; skipped: string[] }> {
  const skipped: string[] = [];
  const files = await guarded({ discover: given }).discover(places, (path, reason) =>
    skipped.push(`${path}: ${reason}`),
  );
  return { files, skipped };
}

describe('discover', () => {
  it('gives files with the name of the agent, whatever they say', async () => {
    expect(await discover(() => [{ ...file, agent: 'codex', extra: 1 }])).toEqual({ files: [file], skipped: [] });
  });

  it.each([
    [() => undefined, '/logs: the adapter lantern failed: discover gave no list'],
    [() => Promise.reject(new Error('out of oil')), '/logs: the adapter lantern failed: out of oil'],
    [() => [null], 'a log of lantern: the adapter gave no absolute path'],
    [() => [{ ...file, path: 'one.jsonl' }], 'a log of lantern: the adapter gave no absolute path'],
    [() => [{ ...file, size: Number.NaN }], '/logs/one.jsonl: the adapter gave no session, size or time of it'],
  ])('tells what is wrong: %#', async (given, reason) => {
    expect(await discover(given)).toEqual({ files: [], skipped: [reason] });
  });
});

describe('read', () => {
  const result = {
    calls: [good],
    messages: [],
    sessions: [{ session: 'one', cwds: ['/x'], remotes: [] }],
    bad: [],
    offset: 100,
    lines: 2,
  };

  it('gives what is right as it is, under the name of the agent', async () => {
    const read = await guarded({ read: () => result }).read(file, 0, []);
    expect(read).toEqual(result);
    const forged = await guarded({ read: () => ({ ...result, calls: [{ ...good, agent: 'codex' }] }) }).read(
      file,
      0,
      [],
    );
    expect(forged.calls[0]?.agent).toBe('lantern');
  });

  it.each([
    [{ ...good, id: 5 }, 'the adapter gave a call without an id'],
    [{ ...good, tool: 'dance' }, 'the adapter gave a call without a tool that is known'],
    [{ ...good, outcome: 'fine' }, 'the adapter gave a call without an outcome that is known'],
    [{ ...good, at: '2026' }, 'the adapter gave a call without a time'],
    ['call', 'the adapter gave no object'],
  ])('leaves out and counts what is no call: %#', async (call, reason) => {
    const read = await guarded({ read: () => ({ ...result, calls: [call, good] }) }).read(file, 0, []);
    expect(read.calls).toEqual([good]);
    expect(read.bad).toEqual([{ line: 0, offset: 0, reason }]);
  });

  it('cuts long texts, with beginning and end of outputs', async () => {
    const output = `begin ${'word '.repeat(100_000)}end`;
    const command = `make ${'target '.repeat(10_000)}`;
    const text = 'please '.repeat(10_000);
    const given = {
      ...result,
      calls: [{ ...good, output, outputLength: undefined, input: { command } }],
      messages: [{ at: 1, text }],
    };
    const { calls, messages } = await guarded({ read: () => given }).read(file, 0, []);
    expect(calls[0]?.output.length).toBeLessThan(6000);
    expect(calls[0]?.output).toMatch(/^begin [\s\S]* end$/);
    expect(calls[0]?.outputLength).toBe(output.length);
    expect(calls[0]?.input.command?.length).toBeLessThan(5000);
    expect(messages[0]?.text.length).toBeLessThan(3000);
  });

  it('leaves out what files hold and empty arguments, and adds what calls show', async () => {
    const remote = 'origin\tgit@example.org:ada/harbour.git (fetch)\n';
    const calls = [
      {
        ...good,
        tool: 'read',
        output: 'text',
        outputLength: 4,
        input: { path: 'a.ts', rest: { a: '', b: false, c: 0 } },
      },
      { ...good, outcome: 'unknown', output: 'make: *** [test] Error 1', outputLength: 24 },
      { ...good, outcome: 'unknown', output: 'make: *** [test] Error 1', outputLength: 24, waiting: 'result' },
      { ...good, input: { command: 'git remote -v' }, cwd: '/x', output: remote },
    ];
    const read = await guarded({ read: () => ({ ...result, calls }) }).read(file, 0, []);
    expect(read.calls.map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'unknown', 'ok']);
    expect(read.calls[0]).toMatchObject({ output: '', outputLength: 0 });
    expect(read.calls[0]?.input).toEqual({ path: 'a.ts', rest: { c: 0 } });
    expect(read.sessions).toEqual([{ session: 'one', cwds: ['/x'], remotes: ['example.org/ada/harbour'] }]);
  });

  it('tells what was thrown, and starts there again the next time', async () => {
    const read = await guarded({ read: () => Promise.reject(new Error('too dark')) }).read(file, 50, []);
    expect(read).toMatchObject({ calls: [], offset: 50, unreadable: 'the adapter lantern failed: too dark' });
  });

  it('does not start again where calls were handed over before it threw', async () => {
    const taken: unknown[] = [];
    const agent = guarded({
      read: async (...args) => {
        await (args[3] as (part: unknown) => Promise<void>)({ calls: [good, { ...good, at: null }], messages: [] });
        throw new Error('too dark');
      },
    });
    const read = await agent.read(file, 0, [], (part) => void taken.push(...part.calls));
    expect(taken).toEqual([good]);
    expect(read).toMatchObject({
      offset: file.size,
      unreadable: expect.stringContaining('too dark'),
      bad: [{ line: 0 }],
    });
  });

  it.each([{ offset: 10 }, { offset: '100' }, { offset: Number.NaN }, {}])(
    'refuses an offset that leads nowhere: %j',
    async (offset) => {
      const { offset: _offset, ...rest } = result;
      const read = await guarded({ read: () => ({ ...rest, ...offset }) }).read(file, 50, []);
      expect(read).toMatchObject({ offset: 50, unreadable: expect.stringContaining('no offset') });
    },
  );

  it('never throws and never goes backwards, whatever it is given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), fc.anything(), async (calls, sessions, offset) => {
        const read = await guarded({
          read: () => ({ ...result, calls: [calls], messages: calls, sessions, offset }),
        }).read(file, 5, []);
        expect(read.offset).toBeGreaterThanOrEqual(5);
        expect(read.calls.every((call) => call.agent === 'lantern')).toBe(true);
      }),
    );
  });
});

describe('the rest', () => {
  it('is nothing where it fails', async () => {
    const fails = () => {
      throw new Error('too dark');
    };
    const agent = guarded({ recall: fails, hookPlaces: fails });
    expect(await agent.recall?.('/x', { id: 'c1' })).toBeUndefined();
    expect(agent.hookPlaces?.(places)).toEqual([]);
    expect(guarded({}).hookPlaces).toBeUndefined();
    const place = { path: '/x/settings.json', form: 'json' };
    expect(guarded({ hookPlaces: () => [place, { path: '/y', form: 'xml' }, 7] }).hookPlaces?.(places)).toEqual([
      place,
    ]);
  });
});

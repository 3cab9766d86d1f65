import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Agent, ReadResult } from '../../src/agents/agent.ts';
import type { Call } from '../../src/agents/call.ts';
import { agents } from '../../src/agents/registry.ts';
import type { CallStep, DescribedSession } from '../support/described-session.ts';
import { logWriters } from '../support/log-writers/index.ts';
import { describeSessions } from '../support/log-writers/opencode.ts';
import { makeFolder, removeFolders } from './log-file.ts';
import { stores } from './opencode/stores.ts';

afterAll(removeFolders);

const call = (id: string, use: CallStep['use'], end: CallStep['end']): CallStep => ({ id, use, end });

/** A session that every agent can tell of. */
const session: DescribedSession = {
  start: '2026-03-01T09:00:00Z',
  cwd: '/home/ada/harbour',
  branch: 'main',
  steps: [
    { user: 'Build the harbour' },
    call('a1', { tool: 'shell', command: 'make' }, { how: 'exit', code: 2, prints: 'no rule' }),
    call('a2', { tool: 'read', path: 'tide.ts' }, { how: 'ok', prints: 'let tide' }),
    call('a3', { tool: 'edit', path: 'tide.ts', old: 'let', new: 'const' }, { how: 'ok', prints: '' }),
    { user: 'And now the quay' },
    call('a4', { tool: 'shell', command: 'make quay' }, { how: 'ok', prints: 'built' }),
  ],
};

/** A way in which an agent keeps its logs as text. */
interface Subject {
  agent: Agent;
  /** Writes the session below a home folder. */
  write(home: string): Promise<unknown>;
  /** One record a line; else each file is one value. */
  hasLines: boolean;
}

const LINES = new Set(['claude-code', 'codex', 'pi', 'gemini', 'copilot']);

const subjects: [name: string, subject: Subject][] = [
  ...logWriters
    .filter(({ agent }) => agent !== 'opencode')
    .map(({ agent: name, write }): [string, Subject] => [
      name,
      { agent: find(name), hasLines: LINES.has(name), write: (home) => write(home, [session]) },
    ]),
  ...Object.entries(stores)
    .filter(([name]) => name === 'storage tree' || name === 'export')
    .map(([name, store]): [string, Subject] => [
      `opencode, ${name}`,
      { agent: find('opencode'), hasLines: false, write: async (home) => store(home, describeSessions([session]).all) },
    ]),
];
const ofLines = subjects.filter(([, { hasLines }]) => hasLines);

describe.each(subjects)('the log of %s', (_, subject) => {
  it('gives the calls of the session', async () => {
    const { calls, problems } = await readAll(await write(subject), subject.agent);
    expect(calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['shell', 'failed'],
      // Codex has no other way to read.
      [subject.agent.name === 'codex' ? 'shell' : 'read', 'ok'],
      ['edit', 'ok'],
      ['shell', 'ok'],
    ]);
    expect(problems).toEqual([]);
  });

  it('may have a byte order mark, Windows line ends and bytes that are no text', async () => {
    const home = await write(subject);
    const { calls } = await readAll(home, subject.agent);
    damage(home, (bytes) => {
      const text = bytes.toString('latin1').replaceAll('\n', '\r\n').replace('Build the', 'B\xff\xfe the');
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text, 'latin1')]);
    });
    const damaged = await readAll(home, subject.agent);
    expect(damaged.calls.map(withoutPlace)).toEqual(calls.map(withoutPlace));
    expect(damaged.problems).toEqual([]);
  });

  it('may be empty, blank, or a folder', async () => {
    for (const content of ['', '\n\n', ' \r\n', undefined]) {
      const home = await write(subject);
      for (const path of filesBelow(home)) {
        rmSync(path);
        if (content === undefined) mkdirSync(path);
        else writeFileSync(path, content);
      }
      expect((await readAll(home, subject.agent)).calls).toEqual([]);
    }
  });

  it('may break off anywhere, or hold something else', async () => {
    const home = await write(subject);
    const files = new Map(filesBelow(home).map((path) => [path, readFileSync(path)]));
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(part, fc.constantFrom('', 'null', '[[', '{"type":', '\0\0', '[]'), async (share, rest) => {
        for (const [path, bytes] of files)
          writeFileSync(path, Buffer.concat([bytes.subarray(0, Math.floor(bytes.length * share)), Buffer.from(rest)]));
        expect((await readAll(home, subject.agent)).calls.length).toBeLessThanOrEqual(4);
      }),
      { numRuns: 20 },
    );
  });

  it('may be of a version that has other values where they are known', async () => {
    const home = await write(subject);
    const files = new Map(filesBelow(home).map((path) => [path, readFileSync(path, 'utf8')]));
    const values = fc.constantFrom<unknown>(
      null,
      null,
      null,
      7,
      [],
      {},
      true,
      [null, [], {}],
      { type: 9 },
      '2026-99-99',
      '',
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(3000), values, async (seed, value) => {
        for (const [path, text] of files) writeFileSync(path, replaceValue(text, subject.hasLines, seed, value));
        // Whatever it makes of it, no mistake of the reader's own ends the reading.
        const { problems } = await readAll(home, subject.agent);
        expect(problems.filter((problem) => MISTAKE.test(problem))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('is found through links', async () => {
    const home = await write(subject);
    const { calls } = await readAll(home, subject.agent);
    const elsewhere = makeFolder();
    for (const name of readdirSync(home)) {
      renameSync(join(home, name), join(elsewhere, name));
      symlinkSync(join(elsewhere, name), join(home, name), 'junction');
    }
    expect((await readAll(home, subject.agent)).calls).toEqual(calls);
  });
});

describe.each(ofLines)('the lines of %s', (_, subject) => {
  it('that are no records, or of a kind that nobody knows yet, are passed over', async () => {
    const home = await write(subject);
    const { calls } = await readAll(home, subject.agent);
    const future =
      '{"type":"lantern.v9","role":"oracle","version":99,"payload":{"type":"x"},"data":{"kind":[]},"message":null,"attachment":7}';
    damage(home, (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', `\n${future}\n\n`)));
    const newer = await readAll(home, subject.agent);
    expect(newer.calls.map(withoutPlace)).toEqual(calls.map(withoutPlace));
    expect(newer.problems).toEqual([]);
    damage(home, (bytes) => Buffer.from(`${bytes.toString('utf8')}half a rec\n[1]\n`));
    const broken = await readAll(home, subject.agent);
    expect(broken.calls.map(withoutPlace)).toEqual(calls.map(withoutPlace));
    expect(broken.problems.length).toBeGreaterThanOrEqual(2);
  });

  it('give the same when they are read while they are written', async () => {
    const home = await write(subject);
    const [file] = await subject.agent.discover({ home, env: {} });
    if (file === undefined) throw new Error('no log');
    const bytes = readFileSync(file.path);
    const whole = summarise((await subject.agent.read(file, 0, [])).calls);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { minLength: 1, maxLength: 3 }), async (cuts) => {
        writeFileSync(file.path, '');
        const known = new Map<string, Call>();
        let offset = 0;
        let done = 0;
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          appendFileSync(file.path, bytes.subarray(done, cut));
          done = cut;
          const open = [...known.values()].filter(({ waiting }) => waiting !== undefined);
          const read: ReadResult = await subject.agent.read(file, offset, open);
          offset = read.offset;
          for (const one of read.calls) known.set(one.id, one);
        }
        expect(summarise([...known.values()])).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });
});

/** What an engine says of code that takes something for granted. */
const MISTAKE =
  /Cannot (?:read|convert|set|destructure)|is not a function|is not iterable|undefined|Invalid (?:time|array|count)/;

function find(name: string): Agent {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new Error(`no agent ${name}`);
  return agent;
}

async function write({ write: writeSession }: Subject): Promise<string> {
  const home = makeFolder();
  await writeSession(home);
  return home;
}

/** All that an agent left below a home folder, in order, and what could not be read. */
async function readAll(home: string, agent: Agent): Promise<{ calls: Call[]; problems: string[] }> {
  const problems: string[] = [];
  const files = await agent.discover({ home, env: {} }, (path, reason) => problems.push(`${path}: ${reason}`));
  const calls: Call[] = [];
  for (const file of files) {
    const result = await agent.read(file, 0, []);
    calls.push(...result.calls);
    problems.push(
      ...result.bad.map(({ reason }) => reason),
      ...(result.unreadable === undefined ? [] : [result.unreadable]),
    );
  }
  return { calls: calls.sort((a, b) => a.seq - b.seq), problems };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.jsonl?$/.test(path) && statSync(path).isFile());
}

function damage(home: string, change: (bytes: Buffer) => Buffer): void {
  for (const path of filesBelow(home)) writeFileSync(path, change(readFileSync(path)));
}

/** The text with a value of every third record, or of the whole, replaced by another one. */
function replaceValue(text: string, hasLines: boolean, seed: number, value: unknown): string {
  if (!hasLines) return replaceIn(text, seed, value);
  const lines = text.trimEnd().split('\n');
  return `${lines.map((line, at) => ((at + seed) % 3 === 0 ? replaceIn(line, Math.floor(seed / 3), value) : line)).join('\n')}\n`;
}

/** Replaces the value that is met after `count` others, going around. */
function replaceIn(text: string, count: number, value: unknown): string {
  const root: unknown = JSON.parse(text);
  let total = 0;
  JSON.stringify(root, (_key, one) => {
    total += 1;
    return one;
  });
  let at = 0;
  return JSON.stringify(root, (_key, one) => (at++ === count % total ? value : one));
}

/** What does not depend on where in its file a call stands. */
function withoutPlace({ seq: _seq, source: _source, at: _at, endedAt: _endedAt, turn: _turn, ...rest }: Call): unknown {
  return rest;
}

function summarise(calls: readonly Call[]): unknown {
  return calls
    .map(({ id, outcome, exitCode, output, input }) => ({ id, outcome, exitCode, output, input }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/agents/claude-code/index.ts';
import { isFull, openStore } from '../../src/sessions/open-store.ts';
import type { RefreshOptions } from '../../src/sessions/refresh.ts';
import { openIndex, SessionIndex } from '../../src/sessions/session-index.ts';
import { loadSqlite } from '../../src/shared/load-sqlite.ts';
import { LogBuilder } from '../agents/claude-code/log.ts';
import { removeFolders } from '../agents/log-file.ts';
import { leaveTexts } from '../support/unredacted.ts';
import { Home, removeHomes } from './home.ts';

let home: Home;
let index: SessionIndex;

beforeEach(async () => {
  home = new Home();
  index = await openIndex(home.database);
});

afterEach(() => index.close());

afterAll(() => {
  removeHomes();
  removeFolders();
});

const second = '6f1c2e7a-0000-4000-8000-000000000002';

async function ids(): Promise<string[]> {
  const found: string[] = [];
  for await (const { calls } of index.stream(await index.sessions())) found.push(...calls.map(({ id }) => id));
  return found.sort();
}

describe('a first refresh', () => {
  it('reads every log', async () => {
    const log = new LogBuilder()
      .user('Build it')
      .shell('t1', 'make', 'done')
      .use('t2', 'Bash', { command: 'x' })
      .fail('t2', 'Exit code 2\nno');
    home.write(log);
    const report = await index.refresh(home.options());
    expect(report).toMatchObject({
      filesRead: 1,
      bytesRead: Buffer.byteLength(log.text()),
      newCalls: 2,
      badLines: 0,
      removed: 0,
      unreadable: [],
      changed: true,
      notices: [],
      agents: [{ name: 'claude-code', files: 1, root: join(home.folder, '.claude') }],
    });
    expect(await index.sessions()).toMatchObject([
      {
        agent: 'claude-code',
        session: log.session,
        calls: 2,
        failed: 1,
        cwds: ['/home/dev/harbour'],
        branch: 'main',
        version: '2.1.20',
      },
    ]);
  });

  it('gives back each call and message as it was read, counted in the order of the session', async () => {
    const log = new LogBuilder()
      .user('Build it')
      .shell('t1', 'make', 'done')
      .user('Again')
      .use('t2', 'Read', { file_path: '/a' });
    log.result('t2', 'x', { toolUseResult: { file: { totalLines: 9 } } });
    home.write(log);
    await index.refresh(home.options());
    const key = { agent: 'claude-code', session: log.session };
    for (const round of ['from memory', 'from the file']) {
      const streamed = [];
      for await (const session of index.stream([key])) streamed.push(session);
      const { calls, messages } = streamed[0] ?? { calls: [], messages: [] };
      expect([round, messages.map(({ seq, text }) => [seq, text])]).toEqual([
        round,
        [
          [0, 'Build it'],
          [2, 'Again'],
        ],
      ]);
      expect(calls).toEqual([
        {
          id: 't1',
          agent: 'claude-code',
          session: log.session,
          seq: 1,
          tool: 'shell',
          name: 'Bash',
          input: { command: 'make', rest: { description: 'Run it' } },
          outcome: 'ok',
          output: 'done',
          outputLength: 4,
          at: Date.UTC(2026, 2, 1, 9, 0, 20),
          endedAt: Date.UTC(2026, 2, 1, 9, 0, 30),
          cwd: '/home/dev/harbour',
          branch: 'main',
          turn: expect.any(String),
          source: { call: expect.any(Number), result: expect.any(Number) },
        },
        expect.objectContaining({ id: 't2', seq: 3, tool: 'read', fileLines: 9, output: '' }),
      ]);
      expect((await index.session(key)).calls).toEqual(calls);
      expect(await index.call('t1')).toEqual(calls[0]);
    }
  });

  it('puts a subagent between the calls of its session', async () => {
    const log = new LogBuilder().shell('t1', 'a', '');
    const agent = Object.assign(new LogBuilder(), { agentId: 'a1' });
    agent.time();
    agent.shell('s1', 'b', '');
    home.write(log.shell('t2', 'c', '').shell('t3', 'd', ''));
    home.write(agent, join(log.session, 'subagents', 'agent-a1.jsonl'));
    await index.refresh(home.options());
    const { calls } = await index.session({ agent: 'claude-code', session: log.session });
    expect(calls.map(({ id, thread, seq }) => [id, thread, seq])).toEqual([
      ['t1', undefined, 0],
      ['s1', 'a1', 1],
      ['t2', undefined, 2],
      ['t3', undefined, 3],
    ]);
  });

  it('redacts every text before it is stored, and cuts it afterwards', async () => {
    const log = new LogBuilder()
      .user('my SECRET-1 message')
      .shell('t1', 'curl SECRET-2', `${'x '.repeat(720)}${'SECRET-3'.padEnd(90, 'y')}${' z'.repeat(9000)}`);
    log.use('t2', 'Edit', { file_path: '/SECRET-4', old_string: 'SECRET-5', new_string: 'SECRET-6', note: 'SECRET-7' });
    log.fail('t2', "The user doesn't want to proceed with this tool use. The user said:\nnot SECRET-8");
    log.record({ type: 'custom-title', customTitle: 'About SECRET-9', sessionId: log.session });
    home.write(log);
    await index.refresh(home.options());
    index.close();
    const stored =
      readFileSync(home.database).toString('latin1') +
      (existsSync(`${home.database}-wal`) ? readFileSync(`${home.database}-wal`).toString('latin1') : '');
    expect(stored).toContain('[redacted]');
    expect(stored).not.toContain('SECRET');
    index = await openIndex(home.database);
    await index.refresh(home.options());
    const [session] = await index.sessions();
    expect(session?.title).toBe('About [redacted]');
    expect((await index.call('t1'))?.output.length).toBeLessThan(4100);
  });

  it('reports lines that cannot be read, each time', async () => {
    const log = new LogBuilder().raw('{broken').shell('t1', 'ls', '').raw('// note');
    const path = home.write(log);
    const expected = {
      badLines: 2,
      bad: [
        { path, line: 1 },
        { path, line: 4 },
      ],
    };
    expect(await index.refresh(home.options())).toMatchObject(expected);
    expect(await index.refresh(home.options())).toMatchObject({ ...expected, filesRead: 0 });
    const before = log.lines.length;
    home.append(log.raw('[]').shell('t2', 'ls', ''), before);
    expect(await index.refresh(home.options())).toMatchObject({
      badLines: 3,
      bad: [{ line: 1 }, { line: 4 }, { line: 5 }],
    });
  });

  it('tells how far it is', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    const steps: [number, number][] = [];
    const { bytesRead } = await index.refresh(home.options({ onProgress: (done, total) => steps.push([done, total]) }));
    expect(steps.at(-1)).toEqual([bytesRead, bytesRead]);
  });

  it('is quiet where there are no logs', async () => {
    expect(await index.refresh(home.options())).toMatchObject({ filesRead: 0, changed: false, state: '' });
    expect(await index.sessions()).toEqual([]);
  });
});

describe('another refresh', () => {
  it('reads nothing where nothing is new', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    const first = await index.refresh(home.options());
    home.redacted.length = 0;
    expect(await index.refresh(home.options())).toMatchObject({
      filesRead: 0,
      bytesRead: 0,
      newCalls: 0,
      changed: false,
      state: first.state,
    });
    expect(home.redacted).toEqual([]);
  });

  it('does not take a file that was only touched for a new one', async () => {
    const path = home.write(new LogBuilder().shell('t1', 'ls', ''));
    const { state } = await index.refresh(home.options());
    utimesSync(path, new Date(), new Date());
    expect(await index.refresh(home.options())).toMatchObject({ filesRead: 0, changed: false, state });
  });

  it('reads only what was added', async () => {
    const log = new LogBuilder().shell('t1', 'ls', '');
    home.write(log);
    const first = await index.refresh(home.options());
    const before = log.lines.length;
    home.append(log.shell('t2', 'pwd', ''), before);
    const report = await index.refresh(home.options());
    expect(report).toMatchObject({
      filesRead: 1,
      newCalls: 1,
      changed: true,
      bytesRead: log.lines.slice(before).join('\n').length + 1,
    });
    expect(report.state).not.toBe(first.state);
    expect(await ids()).toEqual(['t1', 't2']);
  });

  it('does not call it a change where nothing that counts was added', async () => {
    const log = new LogBuilder().shell('t1', 'ls', '');
    home.write(log);
    const { state } = await index.refresh(home.options());
    const before = log.lines.length;
    home.append(log.assistant([{ type: 'thinking', thinking: 'Again' }]), before);
    expect(await index.refresh(home.options())).toMatchObject({ filesRead: 1, changed: false, state });
  });

  it('gives calls their results, and rejected ones the words of the user, when they come', async () => {
    const log = new LogBuilder()
      .use('t1', 'Bash', { command: 'make SECRET-1' })
      .use('t2', 'Bash', { command: 'git push' });
    home.write(log);
    await index.refresh(home.options());
    expect((await index.call('t1'))?.outcome).toBe('unknown');
    let before = log.lines.length;
    log
      .fail('t1', 'Exit code 2\nbroken SECRET-2')
      .fail('t2', "The user doesn't want to proceed with this tool use. STOP");
    home.append(log, before);
    expect(await index.refresh(home.options())).toMatchObject({ newCalls: 0, changed: true });
    expect(await index.call('t1')).toMatchObject({
      outcome: 'failed',
      exitCode: 2,
      output: 'broken [redacted]',
      input: { command: 'make [redacted]' },
    });
    expect(await index.call('t2')).toMatchObject({ outcome: 'rejected', waiting: 'reply' });
    before = log.lines.length;
    home.append(log.user('not on a Friday'), before);
    await index.refresh(home.options());
    expect(await index.call('t2')).toMatchObject({ outcome: 'rejected', said: 'not on a Friday' });
    expect(await index.call('t2')).not.toHaveProperty('waiting');
  });

  it.each<[string, (path: string, other: string) => void]>([
    [
      'was replaced',
      (path, other) => {
        writeFileSync(`${path}.new`, other);
        renameSync(`${path}.new`, path);
      },
    ],
    [
      'was cut off and written anew',
      (path, other) => {
        truncateSync(path, 0);
        writeFileSync(path, other.slice(0, -1));
      },
    ],
    ['was rewritten in place and is longer', (path, other) => writeFileSync(path, other + other)],
  ])('reads a file again that %s', async (_, change) => {
    const path = home.write(new LogBuilder().shell('old', 'ls', '').user('old words'));
    home.write(Object.assign(new LogBuilder(), { session: second }).shell('kept', 'ls', ''));
    const { state } = await index.refresh(home.options());
    change(path, new LogBuilder().shell('new', 'pwd', '/').text());
    const report = await index.refresh(home.options());
    expect(report).toMatchObject({ filesRead: 1, removed: 0, changed: true });
    expect(report.state).not.toBe(state);
    expect(await ids()).toEqual(['kept', 'new']);
    expect((await index.session({ agent: 'claude-code', session: new LogBuilder().session })).messages).toEqual([]);
  });

  it('forgets a file that is gone', async () => {
    const path = home.write(new LogBuilder().shell('t1', 'ls', '').user('words'));
    home.write(Object.assign(new LogBuilder(), { session: second }).shell('t2', 'ls', ''));
    await index.refresh(home.options());
    rmSync(path);
    expect(await index.refresh(home.options())).toMatchObject({ removed: 1, filesRead: 0, changed: true });
    expect(await ids()).toEqual(['t2']);
    expect((await index.sessions()).map(({ session }) => session)).toEqual([second]);
  });

  it('reads the logs again when the reader has become another one', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    await index.refresh(home.options());
    const newer = { ...claudeCode, version: (claudeCode.version ?? 0) + 1 };
    expect(await index.refresh(home.options({ agents: [newer] }))).toMatchObject({ filesRead: 1 });
    expect(await index.refresh(home.options({ agents: [newer] }))).toMatchObject({ filesRead: 0 });
    expect(await ids()).toEqual(['t1']);
  });

  it('takes up a file whose reading was broken off', async () => {
    const log = new LogBuilder();
    for (let i = 0; i < 3000; i++) log.shell(`t${i}`, 'ls', 'x'.repeat(300));
    home.write(log);
    let batches = 0;
    const redact = (texts: readonly string[]) => {
      if (++batches === 2) throw new Error('out of paper');
      return leaveTexts(texts);
    };
    await expect(index.refresh(home.options({ redact }))).rejects.toThrow('out of paper');
    await index.refresh(home.options());
    expect(await ids()).toHaveLength(3000);
    expect(await index.refresh(home.options())).toMatchObject({ filesRead: 0 });
  });

  it('keeps the logs of another folder, but lists those of this one', async () => {
    const other = new Home();
    other.write(new LogBuilder().shell('theirs', 'ls', ''));
    home.write(Object.assign(new LogBuilder(), { session: second }).shell('mine', 'ls', ''));
    await index.refresh(home.options());
    expect(await index.refresh({ ...home.options(), places: other.options().places })).toMatchObject({
      filesRead: 1,
      removed: 0,
    });
    expect(await ids()).toEqual(['theirs']);
    expect(await index.refresh(home.options())).toMatchObject({ filesRead: 0, removed: 0 });
    expect(await ids()).toEqual(['mine']);
    expect(await index.count()).toMatchObject({ calls: 1 });
  });
});

describe('a forked session', () => {
  /** A log, and a fork of it that repeats its records and goes on. */
  function fork(): { first: string; other: string } {
    const log = new LogBuilder().user('hello').shell('t1', 'ls', 'a').use('t2', 'Bash', { command: 'make' });
    const first = home.write(log);
    utimesSync(first, new Date(2026, 0, 1), new Date(2026, 0, 1));
    log.fail('t2', 'Exit code 2\nno rule');
    log.session = second;
    const other = home.write(log.shell('t3', 'pwd', 'b'));
    return { first, other };
  }

  it('has each call and message once', async () => {
    fork();
    expect(await index.refresh(home.options())).toMatchObject({ newCalls: 3 });
    expect(await ids()).toEqual(['t1', 't2', 't3']);
    const { messages, calls } = await index.session({ agent: 'claude-code', session: new LogBuilder().session });
    expect(messages.map(({ text }) => text)).toEqual(['hello']);
    expect(calls.map(({ id }) => id)).toEqual(['t1', 't2']);
  });

  it('may know how a call ended that the first one does not', async () => {
    fork();
    await index.refresh(home.options());
    expect(await index.call('t2')).toMatchObject({ outcome: 'failed', output: 'no rule' });
    expect((await index.recall('t2', leaveTexts))?.output).toBe('Exit code 2\nno rule');
  });

  it.each(['first', 'other'] as const)('keeps what both have when the %s one is gone', async (gone) => {
    const paths = fork();
    await index.refresh(home.options());
    rmSync(paths[gone]);
    await index.refresh(home.options());
    expect(await ids()).toEqual(gone === 'first' ? ['t1', 't2', 't3'] : ['t1', 't2']);
    expect((await index.session({ agent: 'claude-code', session: new LogBuilder().session })).messages).toHaveLength(1);
  });
});

describe('what is asked of the index', () => {
  beforeEach(async () => {
    const log = new LogBuilder();
    log
      .user('one')
      .shell('t1', 'ls', '')
      .use('t2', 'Read', { file_path: '/a' })
      .fail('t2', 'File does not exist.')
      .user('two')
      .shell('t3', 'pwd', '');
    home.write(log);
    home.write(
      Object.assign(new LogBuilder(), { session: second }).use('t4', 'Grep', { pattern: 'x' }).result('t4', 'a'),
    );
    await index.refresh(home.options());
  });

  const first = { agent: 'claude-code', session: new LogBuilder().session };

  it('may be limited to a time', async () => {
    const span = { since: Date.UTC(2026, 2, 1, 9, 0, 40), until: Date.UTC(2026, 2, 1, 9, 0, 60) };
    const { calls, messages } = await index.session(first, span);
    expect(calls.map(({ id, seq }) => [id, seq])).toEqual([['t2', 2]]);
    expect(messages.map(({ text }) => text)).toEqual(['two']);
    const streamed = [];
    for await (const session of index.stream([first], span)) streamed.push(...session.calls.map(({ id }) => id));
    expect(streamed).toEqual(['t2']);
    expect((await index.sessions(span)).map(({ session, calls: count, failed }) => [session, count, failed])).toEqual([
      [first.session, 1, 1],
    ]);
    expect(await index.sessions({ since: Date.UTC(2027, 0, 1) })).toEqual([]);
  });

  it('may be counts', async () => {
    expect(await index.count()).toEqual({
      calls: 4,
      byOutcome: { ok: 3, failed: 1 },
      byTool: { shell: 2, read: 1, search: 1 },
      byAgent: { 'claude-code': 4 },
    });
    expect(await index.count([{ agent: 'claude-code', session: second }])).toMatchObject({
      calls: 1,
      byTool: { search: 1 },
    });
    expect(await index.count([])).toMatchObject({ calls: 0 });
  });

  it('comes in the order that was asked for', async () => {
    const order = [];
    for await (const { session } of index.stream([
      { agent: 'claude-code', session: second },
      first,
      { agent: 'x', session: 'y' },
    ]))
      order.push(session);
    expect(order).toEqual([second, first.session, 'y']);
  });

  it('may be a call in full, redacted', async () => {
    const output = `token SECRET-1 ${'line\n'.repeat(3000)}`;
    const log = Object.assign(new LogBuilder(), { session: '6f1c2e7a-0000-4000-8000-000000000003' }).shell(
      't9',
      'cat big',
      output,
    );
    const path = home.write(log);
    await index.refresh(home.options());
    const { redact } = home.options();
    expect((await index.recall('t9', redact))?.output).toBe(output.replace('SECRET-1', '[redacted]'));
    rmSync(path);
    expect(await index.recall('t9', redact)).toBeUndefined();
    expect(await index.recall('unknown', redact)).toBeUndefined();
    expect(await index.call('unknown')).toBeUndefined();
  });
});

describe('what was worked out from single sessions', () => {
  const log = new LogBuilder().user('Build it').shell('t1', 'make', 'done');
  const key = { agent: 'claude-code', session: log.session };
  const other = { agent: 'claude-code', session: second };
  const texts = async (maker = 'miner') => [...(await index.mined([key, other], maker)).values()];
  let path: string;

  beforeEach(async () => {
    path = home.write(new LogBuilder().user('Build it').shell('t1', 'make', 'done'));
    home.write(Object.assign(new LogBuilder(), { session: second }).shell('t2', 'ls', ''));
    const { state } = await index.refresh(home.options());
    const mined = [
      { ...key, text: 'the first' },
      { ...other, text: 'the second' },
    ];
    await index.keepMined(mined, 'miner', state);
  });

  it('is kept for whoever depends on the same', async () => {
    expect(await texts()).toEqual(['the first', 'the second']);
    expect(await texts('another miner')).toEqual([]);
    await index.keepMined([{ ...key, text: 'anew' }], 'another miner', await index.state());
    expect(await texts('another miner')).toEqual(['anew']);
    expect(await texts()).toEqual(['the second']);
  });

  it('goes when a call, a message or a result is added to the session, and the others stay', async () => {
    const longer = new LogBuilder().user('Build it').shell('t1', 'make', 'done').user('And now?');
    writeFileSync(path, longer.text());
    await index.refresh(home.options());
    expect(await texts()).toEqual(['the second']);
  });

  it('goes with the log', async () => {
    rmSync(path);
    await index.refresh(home.options());
    expect(await texts()).toEqual(['the second']);
  });

  it('is not kept of a state that is over', async () => {
    const { state } = await index.refresh(home.options());
    home.write(
      Object.assign(new LogBuilder(), { session: '6f1c2e7a-0000-4000-8000-000000000003' }).shell('t9', 'ls', ''),
    );
    await index.refresh(home.options());
    await index.keepMined([{ ...key, text: 'late' }], 'miner', state);
    expect(await texts()).toEqual(['the first', 'the second']);
  });
});

describe('what the sessions of a project show', () => {
  it('is kept until its source changes, in place of earlier ones', async () => {
    expect(await index.findings('harbour', 'one log')).toBeUndefined();
    await index.keepFindings('harbour', 'one log', 'a lesson');
    expect(await index.findings('harbour', 'one log')).toBe('a lesson');
    expect(await index.findings('quay', 'one log')).toBeUndefined();
    await index.keepFindings('harbour', 'two logs', 'two lessons');
    expect(await index.findings('harbour', 'one log')).toBeUndefined();
    expect(await index.findings('harbour', 'two logs')).toBe('two lessons');
  });
});

describe('the file of the index', () => {
  it('of an older version is emptied, and filled from the logs', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    index.close();
    rmSync(home.database, { force: true });
    const older = new (loadSqlite().DatabaseSync)(home.database);
    older.exec('create table calls (id text); create table results (key text); pragma user_version = 4');
    older.close();
    index = await openIndex(home.database);
    expect(await index.refresh(home.options())).toMatchObject({ newCalls: 1, notices: [] });
    expect(await ids()).toEqual(['t1']);
  });

  it('can be deleted: everything is read again', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    const { state } = await index.refresh(home.options());
    index.close();
    rmSync(home.database);
    index = await openIndex(home.database);
    const report = await index.refresh(home.options());
    expect(report).toMatchObject({ newCalls: 1, changed: true });
    expect(report.state).not.toBe(state);
  });

  it('is kept private', () => {
    if (process.platform !== 'win32') expect(statSync(dirname(home.database)).mode & 0o077).toBe(0);
  });

  it.each([
    ['is no database', (path: string) => writeFileSync(path, 'nothing of that kind\n'.repeat(400))],
    [
      'is damaged inside',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes.fill(0xaa, 100);
        writeFileSync(path, bytes);
      },
    ],
  ])('is set aside where it %s', async (_, damage) => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    await index.refresh(home.options());
    index.close();
    damage(home.database);
    for (const suffix of ['-wal', '-shm']) rmSync(home.database + suffix, { force: true });
    index = await openIndex(home.database);
    const report = await index.refresh(home.options());
    expect(report).toMatchObject({ newCalls: 1, notices: [expect.stringContaining('.damaged-')] });
    expect(await ids()).toEqual(['t1']);
    expect(readdirSync(dirname(home.database)).some((name) => name.includes('.damaged-'))).toBe(true);
    index.close();
    index = await openIndex(home.database);
    expect(await index.refresh(home.options())).toMatchObject({ filesRead: 0, notices: [] });
  });

  it('is left where it is when the disk is full, and the run goes on without it', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    await index.refresh(home.options());
    index.close();
    home.write(new LogBuilder().shell('t1', 'ls', '').shell('t2', 'pwd', ''));
    const { store } = await openStore(home.database);
    const full = () => {
      throw new Error('database or disk is full');
    };
    index = new SessionIndex({ ...store, transaction: full }, home.database, []);
    const told = `The session index cannot be kept in ${home.database} (the disk is full): everything is read again each time.`;
    expect(await index.refresh(home.options())).toMatchObject({ newCalls: 2, notices: [told] });
    expect(await ids()).toEqual(['t1', 't2']);
    expect(index.path).toBe(':memory:');
    expect(readdirSync(dirname(home.database)).filter((name) => name.includes('.damaged-'))).toEqual([]);
  });

  it('need not have room for what only spares work', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    const { state } = await index.refresh(home.options());
    index.close();
    const { store } = await openStore(home.database);
    const full = () => {
      throw new Error('database or disk is full');
    };
    index = new SessionIndex({ ...store, transaction: full }, home.database, []);
    const key = { agent: 'claude-code', session: new LogBuilder().session };
    expect(await index.keepMined([{ ...key, text: 'an answer' }], 'miner', state)).toBe(false);
    await index.keepFindings('harbour', 'a source', 'an answer');
    expect(await index.findings('harbour', 'a source')).toBeUndefined();
  });

  it('is not taken for damaged where SQLite has no room to begin', () => {
    const error = new Error('disk I/O error');
    expect(isFull(error, home.database, () => 1000)).toBe(true);
    expect(isFull(error, home.database, () => 1e9)).toBe(false);
    expect(isFull(new Error('database disk image is malformed'), home.database, () => 0)).toBe(false);
  });

  it('is forgotten after the run where none can be written', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    index.close();
    const blocked = join(home.folder, 'blocked');
    writeFileSync(blocked, 'a file where a folder should be');
    index = await openIndex(join(blocked, 'sessions.db'));
    expect(index.path).toBe(':memory:');
    expect(await index.refresh(home.options())).toMatchObject({
      newCalls: 1,
      notices: [expect.stringContaining(blocked)],
    });
    expect(await ids()).toEqual(['t1']);
  });

  it('may be none at all', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    index.close();
    index = await openIndex(':memory:');
    expect(await index.refresh(home.options())).toMatchObject({ newCalls: 1, notices: [] });
    expect(await index.refresh(home.options())).toMatchObject({ newCalls: 0 });
  });
});

describe('a file that cannot be read', () => {
  it('is reported, and the others are read', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    const vanishing = home.write(Object.assign(new LogBuilder(), { session: second }).shell('t2', 'ls', ''));
    const agent = {
      ...claudeCode,
      discover: async (...args: Parameters<typeof claudeCode.discover>) => {
        const found = await claudeCode.discover(...args);
        rmSync(vanishing, { force: true });
        return found;
      },
    };
    expect(await index.refresh(home.options({ agents: [agent] }))).toMatchObject({
      newCalls: 1,
      unreadable: [{ path: vanishing, reason: 'ENOENT' }],
    });
    expect(await ids()).toEqual(['t1']);
  });

  it('is not forgotten while its folder cannot be looked into', async () => {
    home.write(new LogBuilder().shell('t1', 'ls', ''));
    await index.refresh(home.options());
    const folder = dirname(home.path('x'));
    const agent = {
      ...claudeCode,
      discover: async (_: unknown, skip?: (path: string, reason: string) => void) => {
        skip?.(folder, 'EACCES');
        return [];
      },
    };
    expect(await index.refresh(home.options({ agents: [agent] }))).toMatchObject({
      removed: 0,
      changed: false,
      unreadable: [{ path: folder, reason: 'EACCES' }],
    });
    expect(await ids()).toEqual(['t1']);
  });

  it('may be a folder with the name of a log', async () => {
    mkdirSync(home.path('folder.jsonl'), { recursive: true });
    expect(await index.refresh(home.options())).toMatchObject({ filesRead: 0, unreadable: [] });
  });
});

describe('a first read beside that of another process', () => {
  /** The numbers of calls by session, as they are streamed to mining. */
  async function countStreamed(): Promise<number[]> {
    const counts: number[] = [];
    for await (const { calls } of index.stream(await index.sessions())) counts.push(calls.length);
    return counts.sort((a, b) => a - b);
  }

  function logOf(number: number, calls: number): LogBuilder {
    const log = Object.assign(new LogBuilder(), { session: `6f1c2e7a-0000-4000-8000-00000000000${number}` });
    log.user('Please count the berths');
    for (let call = 0; call < calls; call++) log.shell(`s${number}-${call}`, 'ls', 'x');
    return log;
  }

  it('streams whole sessions where the other one was killed in the middle of a log', async () => {
    home.write(logOf(1, 3));
    home.write(logOf(2, 8000));
    const other = await openIndex(home.database);
    let isBegun = false;
    await index.refresh(
      home.options({
        onFile: async () => {
          // Some thousand calls are written at a time: the rest of the log is lost.
          const stop = () => {
            if (isBegun) throw new Error('killed');
          };
          const redact: RefreshOptions['redact'] = (texts) => {
            stop();
            isBegun = true;
            return home.options().redact(texts);
          };
          await other.refresh(home.options({ redact })).catch(() => {});
        },
      }),
    );
    expect(isBegun).toBe(true);
    expect(await countStreamed()).toEqual([3, 8000]);
    other.close();
  });

  it('streams whole sessions where the other one read some of their logs', async () => {
    home.write(logOf(1, 3), 'a.jsonl');
    const other = await openIndex(home.database);
    const rest = logOf(1, 5);
    home.write(rest, 'b.jsonl');
    await index.refresh(
      home.options({
        onFile: async (soFar) => {
          await soFar();
          await other.refresh(home.options());
        },
      }),
    );
    expect(await countStreamed()).toEqual([5]);
    other.close();
  });
});

import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile, ReadPart } from '../../../src/agents/agent.ts';
import type { Call, Message } from '../../../src/agents/call.ts';
import { readLog, recallCall } from '../../../src/agents/codex/reader.ts';
import type { ReadMode } from '../../../src/agents/jsonl.ts';
import { removeFolders, writeLog } from '../log-file.ts';
import { callId, ended, type Fields, RolloutBuilder, running } from './log.ts';

afterAll(removeFolders);

const [a, b, c] = [callId(1), callId(2), callId(3)];

function start(meta: Fields = {}): RolloutBuilder {
  return new RolloutBuilder().meta(meta).turn();
}

async function read(log: RolloutBuilder): Promise<Call[]> {
  const result = await readLog(log.write(), 0, []);
  expect(result.bad).toEqual([]);
  return result.calls.sort((left, right) => left.seq - right.seq);
}

describe('a session', () => {
  it('is told by its first record', async () => {
    const log = start().user('Build it').exec(a, 'make', 0, 'done');
    const result = await readLog(log.write(), 0, []);
    expect(result.sessions).toMatchObject([
      {
        session: log.session,
        cwds: ['/home/dev/harbour'],
        branch: 'main',
        version: '0.140.0',
        remotes: ['github.com/ada/harbour'],
        startedAt: Date.UTC(2026, 2, 1, 9, 0, 10),
        endedAt: log.clock,
      },
    ]);
    expect(result.messages).toMatchObject([{ session: log.session, text: 'Build it' }]);
    expect(result.calls).toMatchObject([
      {
        id: a,
        agent: 'codex',
        session: log.session,
        tool: 'shell',
        name: 'exec_command',
        input: { command: 'make' },
        outcome: 'ok',
      },
    ]);
  });

  it('on Windows runs its commands in PowerShell, those of a script too', async () => {
    const log = new RolloutBuilder();
    log.cwd = 'C:\\harbour';
    log
      .meta()
      .turn()
      .exec(a, 'Get-ChildItem', 0, '')
      .custom(b, 'exec', 'await tools.exec_command({cmd: "Get-Date"}); text("now")');
    log.customOutput(b, [
      { type: 'input_text', text: 'Script completed\nWall time 0.1 seconds\nOutput:\n' },
      { type: 'input_text', text: 'now' },
    ]);
    expect(await read(log)).toMatchObject([
      { name: 'powershell', input: { command: 'Get-ChildItem' } },
      { name: 'powershell', input: { command: 'Get-Date' } },
    ]);
  });

  it('of a subagent is a thread of its parent, and what is asked of it is no message', async () => {
    const parent = '019e0000-0000-7000-8000-0000000000aa';
    const sources = [
      { source: { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } } },
      { source: { subagent: 'review' }, session_id: parent, parent_thread_id: parent },
      { source: { subagent: 'review' }, parent_thread_id: parent },
      { source: { subagent: 'review' }, session_id: parent, parent_thread_id: '019e0000-0000-7000-8000-0000000000bb' },
    ];
    for (const source of sources) {
      const log = start(source).user('Review it').exec(a, 'make', 0, '');
      const { calls, messages } = await readLog(log.write(), 0, []);
      expect(calls).toMatchObject([{ session: parent, thread: log.session }]);
      expect(messages).toEqual([]);
    }
  });

  it('that was forked repeats records of another one, first records too', async () => {
    const log = start();
    const own = log.session;
    log.session = '019e0000-0000-7000-8000-0000000000bb';
    log.cwd = '/elsewhere';
    log.meta({ cli_version: '0.100.0' }).turn();
    log.exec(a, 'make', 0, '');
    log.session = own;
    const { calls, sessions } = await readLog(log.write(), 0, []);
    expect(calls).toMatchObject([{ id: a, session: own }]);
    expect(sessions).toMatchObject([{ session: own, version: '0.140.0' }]);
  });

  it('may have lost its first record', async () => {
    const log = new RolloutBuilder().turn().exec(a, 'make', 1, 'no');
    expect(await read(log)).toMatchObject([{ id: a, session: log.session, cwd: '/home/dev/harbour' }]);
  });

  it('of a provider that counts its calls is told apart from others', async () => {
    const log = start().exec('call_1', 'make', 0, '').exec('call_2', 'make', 1, '');
    const calls = await read(log);
    expect(calls.map((call) => call.id)).toEqual([`${log.session}/call_1`, `${log.session}/call_2`]);
    const [, failed] = calls;
    expect(failed && (await recallCall(log.write().path, failed))?.output).toBe(ended(1, ''));
  });
});

describe('messages', () => {
  it('are what a person typed', async () => {
    const log = start()
      .user('Build it')
      .event({ type: 'user_message', message: '<environment_context>\n  <cwd>/x</cwd>\n</environment_context>' })
      .event({ type: 'user_message', message: '# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>' })
      .event({
        type: 'user_message',
        message: '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nFix it\n',
      })
      .item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: '<skill>\n<name>tides</name>' }] })
      .event({
        type: 'item_completed',
        item: { type: 'UserMessage', id: 'm1', content: [{ type: 'text', text: 'And test it' }] },
      });
    const { messages } = await readLog(log.write(), 0, []);
    expect(messages.map((message) => message.text)).toEqual(['Build it', 'Fix it', 'And test it']);
    expect(messages[2]?.id).toBe('m1');
  });

  it.each(['exec', 'mcp'])('of %s are written by programs', async (source) => {
    const { messages } = await readLog(start({ source }).user('Never rush').write(), 0, []);
    expect(messages).toEqual([]);
  });

  it('keep their id in a fork', async () => {
    const ids = async (log: RolloutBuilder) =>
      (await readLog(log.write(), 0, [])).messages.map((message) => message.id);
    const origin = start().user('Build it').user('Test it');
    const fork = start();
    fork.clock += 86_400_000;
    fork.user('Build it').user('Test it');
    expect(await ids(fork)).toEqual(await ids(origin));
    expect(new Set(await ids(origin)).size).toBe(2);
    expect((await ids(origin)).join()).not.toContain('Build');
  });
});

it('of a patch is told by an event where its result says nothing', async () => {
  const patch = '*** Begin Patch\n*** Update File: tide.ts\n@@\n-a\n+b\n*** End Patch';
  const log = start().custom(a, 'apply_patch', patch).event({ type: 'patch_apply_end', call_id: a, success: false });
  expect(await read(log.customOutput(a, ''))).toMatchObject([{ tool: 'edit', outcome: 'failed' }]);
  const done = start().custom(b, 'apply_patch', patch).event({ type: 'patch_apply_end', call_id: b, success: true });
  expect(await read(done.customOutput(b, ''))).toMatchObject([{ tool: 'edit', outcome: 'ok' }]);
});

describe('a command', () => {
  it('fails with its exit code, whatever form tells it', async () => {
    const log = start()
      .exec(a, 'make', 2, 'No rule')
      .call(b, 'shell_command', { command: 'make', workdir: 'docs', timeout_ms: 5000 })
      .output(b, 'Exit code: 2\nWall time: 0.1 seconds\nTotal output lines: 3\nOutput:\nNo rule')
      .call(c, 'shell', { command: ['bash', '-lc', 'make'] })
      .output(c, JSON.stringify({ output: 'No rule', metadata: { exit_code: 2, duration_seconds: 0.1 } }));
    const calls = await read(log);
    for (const call of calls)
      expect(call).toMatchObject({ input: { command: 'make' }, outcome: 'failed', exitCode: 2, output: 'No rule' });
    expect(calls[1]).toMatchObject({ cwd: '/home/dev/harbour/docs', input: { timeoutMs: 5000 } });
  });

  it('that is left running ends with a later poll, which is no failure of its own', async () => {
    const log = start()
      .call(a, 'exec_command', { cmd: 'make serve' })
      .output(a, running(7, 'starting\n'))
      .call(b, 'write_stdin', { session_id: 7, chars: '' })
      .output(b, running(7))
      .call(c, 'write_stdin', { session_id: 7, chars: '' })
      .output(c, ended(1, 'port in use'));
    const calls = await read(log);
    expect(calls[0]).toMatchObject({
      id: a,
      outcome: 'failed',
      exitCode: 1,
      output: 'starting\nport in use',
      endedAt: log.clock,
    });
    expect(calls[0]).not.toHaveProperty('waiting');
    for (const poll of calls.slice(1))
      expect(poll).toMatchObject({ name: 'write_stdin', tool: 'other', outcome: 'ok', output: '' });
  });

  it('that is left running ends with an event, too, and two may have had the same number', async () => {
    const end = {
      type: 'exec_command_end',
      call_id: b,
      process_id: '7',
      command: ['zsh', '-lc', 'make'],
      aggregated_output: 'all of it',
      exit_code: 2,
    };
    const log = start()
      .call(a, 'exec_command', { cmd: 'make serve' })
      .output(a, running(7, 'one'))
      .call(b, 'exec_command', { cmd: 'make' })
      .output(b, running(7, 'half'))
      .event(end);
    expect(await read(log)).toMatchObject([
      { id: a, outcome: 'unknown', output: 'one' },
      { id: b, outcome: 'failed', exitCode: 2, output: 'all of it' },
    ]);
  });

  it('that nothing came for waits', async () => {
    const log = start()
      .call(a, 'exec_command', { cmd: 'make serve' })
      .output(a, running(7))
      .call(b, 'exec_command', { cmd: 'x' });
    expect(await read(log)).toMatchObject([
      { outcome: 'unknown', waiting: 'task process 7' },
      { outcome: 'unknown', waiting: 'result' },
    ]);
  });

  it('of a local shell is one, too', async () => {
    const action = { type: 'exec', command: ['bash', '-lc', 'make'], working_directory: '/srv', timeout_ms: 1000 };
    const log = start()
      .item({ type: 'local_shell_call', call_id: a, status: 'completed', action })
      .output(a, ended(1, 'no'));
    expect(await read(log)).toMatchObject([
      { tool: 'shell', input: { command: 'make', timeoutMs: 1000 }, cwd: '/srv', outcome: 'failed' },
    ]);
  });

  it('is shown again in full', async () => {
    const file = start().exec(a, 'make', 2, 'No rule').write();
    const [call] = (await readLog(file, 0, [])).calls;
    expect(call && (await recallCall(file.path, call))).toEqual({
      input: JSON.stringify({ cmd: 'make', workdir: '/home/dev/harbour' }, null, 2),
      output: ended(2, 'No rule'),
    });
    expect(await recallCall(file.path, { id: b, source: { call: call?.source?.call ?? 0 } })).toBeUndefined();
  });
});

describe('a script', () => {
  const done = (...texts: string[]) => script('completed', ...texts);
  const script = (how: string, ...texts: string[]) =>
    [`Script ${how}\nWall time 1.0 seconds\nOutput:\n`, ...texts].map((text) => ({ type: 'input_text', text }));
  const cat = (path: string) => `tools.exec_command({cmd:"cat ${path}",workdir:"/srv"})`;

  it('of one command is that command', async () => {
    const log = start()
      .custom(a, 'exec', `const r = await ${cat('a')}; text(r.output)`)
      .customOutput(a, done('hello'));
    expect(await read(log)).toMatchObject([
      {
        id: a,
        tool: 'shell',
        name: 'exec_command',
        input: { command: 'cat a' },
        cwd: '/srv',
        outcome: 'unknown',
        output: 'hello',
      },
    ]);
  });

  it('of several is divided among them where the parts can be told apart', async () => {
    const source = `const all = await Promise.all([${cat('a')}, ${cat('b')}]); for (const r of all) text(r.output)`;
    const parts = done('hello', 'cat: b: No such file or directory');
    const calls = await read(start().custom(a, 'exec', source).customOutput(a, parts));
    expect(calls).toMatchObject([
      { id: a, input: { command: 'cat a' }, outcome: 'unknown', output: 'hello' },
      {
        id: `${a}#2`,
        input: { command: 'cat b' },
        outcome: 'failed',
        output: 'cat: b: No such file or directory',
        turn: a,
      },
    ]);
    const [, second] = calls;
    const file = start().custom(a, 'exec', source).customOutput(a, parts).write();
    expect(second && (await recallCall(file.path, second))?.input).toBe(source);
    const joined = await read(start().custom(a, 'exec', source).customOutput(a, done('hello and more')));
    expect(joined).toMatchObject([
      { id: a, tool: 'shell', input: { command: 'cat a\ncat b' }, outcome: 'unknown', output: 'hello and more' },
    ]);
  });

  it('tells exit codes where it prints whole results', async () => {
    const one = JSON.stringify({ chunk_id: 'x', exit_code: 1, output: 'no' });
    const log = start()
      .custom(a, 'exec', `text(JSON.stringify(await ${cat('a')}))`)
      .customOutput(a, done(one));
    expect(await read(log)).toMatchObject([{ outcome: 'failed', exitCode: 1, output: 'no' }]);
    const list = `text(JSON.stringify(await Promise.all([${cat('a')}, ${cat('b')}])))`;
    const both = start()
      .custom(a, 'exec', list)
      .customOutput(a, done(`[${one},${one.replace('1,', '0,')}]`));
    expect(await read(both)).toMatchObject([{ outcome: 'failed' }, { outcome: 'ok' }]);
  });

  it.each([
    ['a line of its own', ['hello', 'EXIT=1'], { outcome: 'failed', exitCode: 1, output: 'hello' }],
    ['a line that is drawn', ['hello', '\n---EXIT:0---\n'], { outcome: 'ok', exitCode: 0, output: 'hello' }],
    [
      'the rest of the result, first',
      ['{"chunk_id":"x","exit_code":2}', 'hello'],
      { outcome: 'failed', exitCode: 2, output: 'hello' },
    ],
    ['nothing yet', ['hello', 'EXIT=undefined'], { outcome: 'unknown', output: 'hello' }],
    ['a process', ['hello', 'SESSION_ID=7', 'EXIT=undefined'], { outcome: 'unknown', waiting: 'task process 7' }],
    ['the last line', ['hello\nexit=127'], { outcome: 'failed', exitCode: 127, output: 'hello' }],
    ['a heading', ['=== 0 exit=1 ===\nhello'], { outcome: 'failed', exitCode: 1, output: 'hello' }],
  ])('tells the exit code beside the output: %s', async (_, texts, wanted) => {
    const log = start()
      .custom(a, 'exec', `const r = await ${cat('a')}; show(r.output, r.exit_code)`)
      .customOutput(a, done(...texts));
    expect(await read(log)).toMatchObject([wanted]);
  });

  it('tells the exit code of each of several beside its output, and prints no answer to a plan', async () => {
    const source = `await tools.update_plan({plan:[]}); for (const r of await Promise.all([${cat('a')}, ${cat('b')}])) { text(r.output); text("exit=" + r.exit_code) }`;
    const log = start()
      .custom(a, 'exec', source)
      .customOutput(a, done('one', 'exit=0', 'two', 'exit=1'));
    expect(await read(log)).toMatchObject([
      { name: 'update_plan', outcome: 'ok' },
      { input: { command: 'cat a' }, outcome: 'ok', output: 'one' },
      { input: { command: 'cat b' }, outcome: 'failed', exitCode: 1, output: 'two' },
    ]);
  });

  it('that only prints a number printed no status', async () => {
    const log = start()
      .custom(a, 'exec', `text((await ${cat('a')}).output)`)
      .customOutput(a, done('hello\nexit=127'));
    expect(await read(log)).toMatchObject([{ outcome: 'unknown', output: 'hello\nexit=127' }]);
  });

  it('may leave a process running that a later script asks after', async () => {
    const log = start()
      .custom(a, 'exec', `text(await ${cat('a')})`)
      .customOutput(a, done(JSON.stringify({ chunk_id: 'x', session_id: 9, output: 'one ' })))
      .custom(b, 'exec', 'text(await tools.write_stdin({session_id:9,chars:""}))')
      .customOutput(b, done(JSON.stringify({ chunk_id: 'x', exit_code: 3, output: 'two' })));
    expect(await read(log)).toMatchObject([
      { id: a, outcome: 'failed', exitCode: 3, output: 'one two' },
      { id: b, tool: 'other', outcome: 'ok', output: '' },
    ]);
  });

  it('that asks after a process that is gone has failed', async () => {
    const log = start()
      .custom(a, 'exec', 'text(await tools.write_stdin({session_id:9,chars:""}))')
      .customOutput(a, script('failed', 'Script error:\nwrite_stdin failed: Unknown process id 9'))
      .call(b, 'write_stdin', { session_id: 9, chars: '' })
      .output(b, 'write_stdin failed: Unknown process id 9');
    expect(await read(log)).toMatchObject([
      { id: a, name: 'write_stdin', outcome: 'failed', output: 'write_stdin failed: Unknown process id 9' },
      { id: b, name: 'write_stdin', outcome: 'failed' },
    ]);
  });

  it('goes on with wait', async () => {
    const log = start()
      .custom(a, 'exec', `text((await ${cat('a')}).output)`)
      .customOutput(a, script('running with cell ID 2'))
      .call(b, 'wait', { cell_id: '2' })
      .output(b, 'Script running with cell ID 2\nWall time 10.0 seconds\nOutput:\n')
      .call(c, 'wait', { cell_id: '2' })
      .output(c, done('hello'));
    expect(await read(log)).toMatchObject([
      { id: a, outcome: 'unknown', output: 'hello' },
      { id: b, tool: 'other', outcome: 'ok' },
      { id: c, tool: 'other', outcome: 'ok' },
    ]);
    const stopped = start()
      .custom(a, 'exec', `text((await ${cat('a')}).output)`)
      .customOutput(a, script('running with cell ID 2'))
      .call(b, 'wait', { cell_id: '2', terminate: true })
      .output(b, script('terminated'));
    expect(await read(stopped)).toMatchObject([{ id: a, outcome: 'cancelled' }, { id: b }]);
  });

  it('that breaks off blames the call that broke it, if any', async () => {
    const patch = '*** Begin Patch\\n*** Update File: a.ts\\n@@\\n-x\\n+y\\n*** End Patch';
    const source = `text((await ${cat('a')}).output); await tools.apply_patch("${patch}"); await ${cat('b')}`;
    const error = 'Script error:\napply_patch verification failed: Failed to find expected lines in /srv/a.ts:\nx';
    const broken = await read(
      start()
        .custom(a, 'exec', source)
        .customOutput(a, script('failed', 'hello', error)),
    );
    expect(broken).toMatchObject([
      { input: { command: 'cat a' }, outcome: 'unknown' },
      { tool: 'edit', input: { path: 'a.ts' }, outcome: 'failed' },
      { input: { command: 'cat b' }, outcome: 'unknown' },
    ]);
    const wrong = await read(
      start()
        .custom(a, 'exec', source)
        .customOutput(a, script('failed', 'Script error:\nTypeError: x is not a function')),
    );
    expect(wrong).toMatchObject([{ id: a, tool: 'other', name: 'exec', input: {}, outcome: 'failed' }]);
  });

  it('is helped by events that tell how its commands ended', async () => {
    const end = (path: string, exit_code: number) => ({
      type: 'item_completed',
      item: {
        type: 'CommandExecution',
        id: `exec-${path}`,
        command: ['bash', '-lc', `cat ${path}`],
        exit_code,
        aggregated_output: `of ${path}`,
      },
    });
    const source = `const all = await Promise.all([${cat('a')}, ${cat('b')}]); text(all.map((r) => r.output).join(""))`;
    const log = start().custom(a, 'exec', source).event(end('b', 1)).event(end('a', 0)).customOutput(a, done('both'));
    expect(await read(log)).toMatchObject([
      { id: a, outcome: 'ok', output: 'of a' },
      { id: `${a}#2`, outcome: 'failed', exitCode: 1, output: 'of b' },
    ]);
  });
});

describe('a damaged log', () => {
  it('is read as far as it goes, and its bad lines are counted', async () => {
    const log = start().exec(a, 'make', 0, 'done').raw('{"timestamp":').raw('').raw('null').exec(b, 'make', 1, 'no');
    const file = writeLog(
      `${log.text()}{"timestamp":"2026-03-01T09:00:00.000Z","type":"respo`,
      'x.jsonl',
      log.session,
      'codex',
    );
    const { calls, bad, lines, offset } = await readLog(file, 0, []);
    expect(calls.map((call) => call.id)).toEqual([a, b]);
    expect(bad.map(({ line, reason }) => [line, reason.split(':')[0]])).toEqual([
      [5, 'not JSON'],
      [7, 'not an object'],
      [10, 'unfinished'],
    ]);
    expect([lines, offset]).toEqual([9, Buffer.byteLength(log.text())]);
  });

  it('may hold an output of megabytes', async () => {
    const log = start().exec(a, 'cat big', 1, `${'x'.repeat(3_000_000)}\nlast line`);
    const [call] = await read(log);
    expect(call).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(call?.output.length).toBeLessThan(10_000);
    expect(call?.output).toMatch(/last line$/);
    expect(call?.outputLength).toBeGreaterThan(2_900_000);
  });

  it.each([
    [{ type: 'response_item', payload: { type: 'function_call', name: 7, arguments: 8, call_id: a } }],
    [{ type: 'response_item', payload: { type: 'custom_tool_call', call_id: a } }],
    [{ type: 'response_item', payload: { type: 'function_call_output', call_id: a, output: 7 } }],
    [{ type: 'event_msg', payload: { type: 'item_completed', item: [] } }],
    [{ type: 'event_msg', payload: { type: 'exec_command_end', call_id: a, command: 7, exit_code: 'x' } }],
    [{ type: 'session_meta', payload: [] }],
    [{ payload: null }],
  ])('may hold anything: %j', async (record) => {
    const log = new RolloutBuilder().raw(JSON.stringify(record)).exec(b, 'make', 1, 'no').raw(JSON.stringify(record));
    const { calls, bad } = await readLog(log.write(), 0, []);
    expect(bad).toEqual([]);
    expect(calls.find((call) => call.id === b)).toMatchObject({ outcome: 'failed' });
  });

  it('may be gone', async () => {
    const file = start().write();
    expect(await readLog({ ...file, path: `${file.path}.gone` }, 0, [])).toMatchObject({
      calls: [],
      unreadable: 'ENOENT',
    });
  });
});

afterAll(removeFolders);

/** A rollout with everything that one line can tell about another one. */
function fullLog(): RolloutBuilder {
  const id = callId;
  const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Update File: b.ts\n@@\n-é\n+ü\n*** End Patch';
  const script =
    'const [a, b] = await Promise.all([tools.exec_command({cmd:"cat a"}), tools.exec_command({cmd:"cat b"})]); text(a.output); text(b.output)';
  const parts = (...texts: string[]) => texts.map((text) => ({ type: 'input_text', text }));
  return new RolloutBuilder()
    .meta()
    .event({ type: 'task_started', turn_id: 'x' })
    .turn()
    .user('Build it — now')
    .item({ type: 'reasoning', summary: [], encrypted_content: 'gAAA'.repeat(300) })
    .call(id(1), 'exec_command', { cmd: 'make', workdir: 'web' })
    .call(id(2), 'exec_command', { cmd: 'git remote -v' })
    .output(id(1), ended(2, 'No rule'))
    .output(id(2), ended(0, 'origin\tgit@github.com:ada/harbour.git (fetch)'))
    .event({ type: 'token_count', info: { total: '"type":"function_call"' } })
    .call(id(3), 'exec_command', { cmd: 'make serve' })
    .output(id(3), running(7, 'starting\n'))
    .custom(id(4), 'apply_patch', patch)
    .event({ type: 'patch_apply_end', call_id: id(4), success: false })
    .customOutput(id(4), 'apply_patch verification failed: Failed to find expected lines in /home/dev/harbour/b.ts:\né')
    .call(id(5), 'write_stdin', { session_id: 7, chars: '' })
    .output(id(5), ended(1, 'port in use'))
    .turn({ cwd: '/home/dev/harbour/web' })
    .user('Again')
    .custom(id(6), 'exec', script)
    .customOutput(id(6), parts('Script running with cell ID 1\nWall time 10.0 seconds\nOutput:\n', 'one'))
    .call(id(7), 'wait', { cell_id: '1' })
    .output(id(7), parts('Script completed\nWall time 1.0 seconds\nOutput:\n', 'cat: b: No such file or directory'))
    .call(id(8), 'exec_command', { cmd: 'git push' })
    .output(id(8), 'exec command rejected by user')
    .user('Never push')
    .call(id(9), 'exec_command', { cmd: 'sleep 100' })
    .event({ type: 'turn_aborted', reason: 'interrupted' })
    .user('Stop that')
    .call(id(10), 'get', { id: 4 }, { namespace: 'mcp__tides' })
    .event({ type: 'mcp_tool_call_end', call_id: id(10), result: { Ok: { content: [], isError: true } } })
    .output(id(10), parts('Wall time: 0.1 seconds\nOutput:', 'no such tide'))
    .event({
      type: 'web_search_end',
      call_id: 'ws_0123456789abcdef0123',
      query: 'tides',
      action: { type: 'search', query: 'tides' },
    })
    .call(id(11), 'exec_command', { cmd: 'make last' });
}

interface Collected {
  calls: Map<string, Call>;
  messages: Message[];
}

/** Reads to the end of the file as the index does: calls that wait are handed to the next read. */
async function readOn(
  file: LogFile,
  from: number,
  into: Collected,
  mode: ReadMode = {},
  taking = false,
): Promise<number> {
  const open = [...into.calls.values()].filter((call) => call.waiting !== undefined);
  const keep = ({ calls, messages }: ReadPart): void => {
    for (const call of calls) into.calls.set(call.id, call);
    into.messages.push(...messages);
  };
  const size = statSync(file.path).size;
  const result = await readLog(
    { ...file, size, home: '/home/dev/harbour' },
    from,
    open,
    taking ? keep : undefined,
    mode,
  );
  keep(result);
  return result.offset;
}

async function readWhole(file: LogFile, mode: ReadMode = {}, taking = false): Promise<Collected> {
  const into: Collected = { calls: new Map(), messages: [] };
  await readOn(file, 0, into, mode, taking);
  return into;
}

function sorted({ calls, messages }: Collected): unknown {
  return { calls: [...calls.values()].sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1)), messages };
}

describe('a reading', () => {
  it('tells everything', async () => {
    const { calls, messages } = await readWhole(fullLog().write());
    expect(messages.map((message) => message.text)).toEqual(['Build it — now', 'Again', 'Never push', 'Stop that']);
    const told = [...calls.values()]
      .sort((a, b) => a.seq - b.seq)
      .map((call) => [call.tool, call.outcome, call.waiting ?? '']);
    expect(told).toEqual([
      ['shell', 'failed', ''],
      ['shell', 'ok', ''],
      ['shell', 'failed', ''],
      ['edit', 'failed', ''],
      ['other', 'ok', ''],
      ['shell', 'unknown', ''],
      ['shell', 'failed', ''],
      ['other', 'ok', ''],
      ['shell', 'rejected', ''],
      ['shell', 'cancelled', ''],
      ['mcp', 'failed', ''],
      ['web', 'ok', ''],
      ['shell', 'unknown', 'result'],
    ]);
    expect(calls.get(callId(4))?.input).toMatchObject({
      path: 'b.ts',
      oldText: 'é\n',
      rest: { files: 2, also: 'a.ts' },
    });
    expect(calls.get(callId(2))?.turn).toBe(calls.get(callId(1))?.turn);
    expect(calls.get(callId(3))?.turn).toBe(callId(3));
    expect(calls.get(callId(8))?.said).toBe('Never push');
    expect(calls.get(callId(9))?.said).toBe('Stop that');
    expect(calls.get(callId(1))?.cwd).toBe('/home/dev/harbour/web');
    expect(calls.get(callId(11))?.cwd).toBe('/home/dev/harbour/web');
  });

  it('gives the same whether lines are skipped or parsed, in chunks of any size, and handed over meanwhile or not', async () => {
    const file = fullLog().write();
    const whole = sorted(await readWhole(file, { whole: true }));
    expect(sorted(await readWhole(file))).toEqual(whole);
    for (const chunk of [64, 1000, 4096]) expect(sorted(await readWhole(file, { chunk }, true))).toEqual(whole);
  });

  it('gives the same however often it is broken off and taken up again', async () => {
    const text = Buffer.from(fullLog().text());
    const file = writeLog(text, 'rollout.jsonl', new RolloutBuilder().session, 'codex');
    const whole = sorted(await readWhole(file));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 6 }), async (cuts) => {
        const into: Collected = { calls: new Map(), messages: [] };
        let written = 0;
        let offset = 0;
        writeFileSync(file.path, '');
        for (const cut of [...cuts.sort((a, b) => a - b), text.length]) {
          appendFileSync(file.path, text.subarray(written, cut));
          written = Math.max(written, cut);
          offset = await readOn(file, offset, into);
        }
        expect(sorted(into)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('knows its turn where the last read ended before the end of a line was written', async () => {
    const text = Buffer.from(fullLog().text());
    const file = writeLog(text, 'rollout.jsonl', new RolloutBuilder().session, 'codex');
    const whole = sorted(await readWhole(file));
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      const into: Collected = { calls: new Map(), messages: [] };
      writeFileSync(file.path, text.subarray(0, end));
      const offset = await readOn(file, 0, into);
      appendFileSync(file.path, text.subarray(end));
      await readOn(file, offset, into);
      expect(sorted(into)).toEqual(whole);
    }
  });

  it('gives nothing to a record that hides in a text', async () => {
    const log = new RolloutBuilder()
      .meta()
      .turn()
      .exec(callId(1), 'cat log', 0, new RolloutBuilder().exec(callId(2), 'make', 1, 'no').text());
    expect([...(await readWhole(log.write())).calls.keys()]).toEqual([callId(1)]);
  });
});

import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadPart } from '../../../src/agents/agent.ts';
import type { Call } from '../../../src/agents/call.ts';
import { readLog, recallCall } from '../../../src/agents/claude-code/reader.ts';
import { removeFolders, writeLog } from '../log-file.ts';
import { LogBuilder } from './log.ts';

afterAll(removeFolders);

async function readCalls(log: LogBuilder): Promise<Call[]> {
  return (await readLog(log.write(), 0, [])).calls.sort((a, b) => a.seq - b.seq);
}

async function readOne(log: LogBuilder): Promise<Call> {
  const [call] = await readCalls(log);
  if (call === undefined) throw new Error('no call was read');
  return call;
}

describe.each([{ modern: false }, { modern: true }])('a session (modern: $modern)', ({ modern }) => {
  const start = (): LogBuilder => Object.assign(new LogBuilder(), { modern });

  it('gives a call with its result, place and time', async () => {
    const log = start().use('toolu_1', 'Bash', { command: 'make test', timeout: 9000 }, 'msg_7');
    log.result('toolu_1', 'ok 12', {
      isError: false,
      toolUseResult: { stdout: 'ok 12', stderr: '', interrupted: false, isImage: false },
    });
    expect(await readOne(log)).toEqual({
      id: 'toolu_1',
      agent: 'claude-code',
      session: log.session,
      seq: 0,
      tool: 'shell',
      name: 'Bash',
      input: { command: 'make test', timeoutMs: 9000 },
      outcome: 'ok',
      output: 'ok 12',
      outputLength: 5,
      at: Date.UTC(2026, 2, 1, 9, 0, 10),
      endedAt: Date.UTC(2026, 2, 1, 9, 0, 20),
      cwd: '/home/dev/harbour',
      branch: 'main',
      turn: 'msg_7',
      source: { call: 0, result: Buffer.byteLength(log.lines[0] ?? '') + 1 },
    });
  });

  it('keeps no content of files that were read or changed, but how long they are', async () => {
    const file = {
      type: 'text',
      file: { filePath: '/a.ts', content: 'let x', numLines: 40, startLine: 1, totalLines: 1200 },
    };
    const log = start()
      .use('t1', 'Read', { file_path: '/a.ts' })
      .result('t1', '1\tlet x', { toolUseResult: file })
      .use('t2', 'Edit', { file_path: '/a.ts', old_string: 'x', new_string: 'y' })
      .result('t2', 'The file /a.ts has been updated.', {
        toolUseResult: { filePath: '/a.ts', originalFile: 'let x', structuredPatch: [] },
      })
      .use('t3', 'Write', { file_path: '/b.ts', content: 'z' })
      .result('t3', 'File created', { toolUseResult: { type: 'create' } });
    const calls = await readCalls(log);
    expect(
      calls.map(({ outcome, output, outputLength, fileLines }) => ({ outcome, output, outputLength, fileLines })),
    ).toEqual([
      { outcome: 'ok', output: '', outputLength: 0, fileLines: 1200 },
      { outcome: 'ok', output: '', outputLength: 0, fileLines: undefined },
      { outcome: 'ok', output: '', outputLength: 0, fileLines: undefined },
    ]);
  });

  it('tells a failed file tool from a successful one', async () => {
    const log = start()
      .use('t1', 'Read', { file_path: '/a.ts' })
      .fail('t1', '<tool_use_error>File does not exist.</tool_use_error>')
      .use('t2', 'Edit', { file_path: '/a.ts' })
      .result('t2', 'String to replace not found in file.', { fields: {}, isError: true });
    expect((await readCalls(log)).map(({ outcome, output }) => [outcome, output])).toEqual([
      ['failed', 'File does not exist.'],
      ['failed', 'String to replace not found in file.'],
    ]);
  });

  it('joins the parts of a result', async () => {
    const parts = [
      { type: 'text', text: 'one' },
      { type: 'image', source: { data: 'AAAA' } },
      { type: 'text', text: 'two' },
    ];
    const log = start().use('t1', 'mcp__tracker__get', { id: 5 }).result('t1', parts, { toolUseResult: parts });
    expect(await readOne(log)).toMatchObject({
      tool: 'mcp',
      outcome: 'ok',
      output: 'one\ntwo',
      input: { rest: { id: 5 } },
    });
  });

  it('notes when a command was stopped, and when its exit code was an answer', async () => {
    const log = start()
      .shell('t1', 'sleep 9', 'half', { interrupted: true })
      .shell('t2', 'grep x y', '', { returnCodeInterpretation: 'No matches found' })
      .shell('t3', 'ls', 'a', { gitOperation: {} });
    expect((await readCalls(log)).map(({ outcome, exitCode }) => [outcome, exitCode])).toEqual([
      ['cancelled', undefined],
      ['ok', 1],
      ['ok', undefined],
    ]);
  });

  it('calls a page that was not found a failure', async () => {
    const log = start()
      .use('t1', 'WebFetch', { url: 'https://example.org/x' })
      .result('t1', 'Not here', {
        toolUseResult: {
          bytes: 3,
          code: 404,
          codeText: 'Not Found',
          result: '',
          durationMs: 5,
          url: 'https://example.org/x',
        },
      });
    expect(await readOne(log)).toMatchObject({ tool: 'web', outcome: 'failed', output: 'Not here' });
  });

  it('leaves a call without a result unknown', async () => {
    expect(await readOne(start().use('t1', 'Bash', { command: 'x' }))).toMatchObject({
      outcome: 'unknown',
      waiting: 'result',
    });
  });

  it('counts a call that is repeated once', async () => {
    const log = start().shell('t1', 'ls', 'first');
    const copy = [...log.lines];
    for (const line of copy) log.raw(line);
    log.shell('t2', 'pwd', '/');
    expect((await readCalls(log)).map(({ id, output }) => [id, output])).toEqual([
      ['t1', 'first'],
      ['t2', '/'],
    ]);
  });

  it('reads every call of a record that holds several blocks', async () => {
    const log = start().assistant([
      { type: 'thinking', thinking: 'Hm', signature: 'AA' },
      { type: 'text', text: 'Let me look' },
      { type: 'tool_use', id: 't1', name: 'Glob', input: { pattern: '**/*.ts' } },
      { type: 'tool_use', id: 't2', name: 'Grep', input: { pattern: 'x' } },
    ]);
    log.result('t1', 'a.ts').result('t2', 'b.ts:1:x');
    const calls = await readCalls(log);
    expect(calls.map(({ id, tool, output }) => [id, tool, output])).toEqual([
      ['t1', 'list', 'a.ts'],
      ['t2', 'search', 'b.ts:1:x'],
    ]);
    expect(new Set(calls.map(({ turn }) => turn)).size).toBe(1);
  });

  it('shows the head and the tail of a long output', async () => {
    const call = await readOne(start().shell('t1', 'make', `first\n${'line of output\n'.repeat(5000)}last`));
    expect(call.output).toMatch(/^first\n[\s\S]*characters left out …\][\s\S]*last$/);
    expect(call.output.length).toBeLessThan(5000);
    expect(call.outputLength).toBe(75_010);
  });
});

describe('what the user says', () => {
  it('is a message; what the client writes is none', async () => {
    const log = new LogBuilder()
      .user('Please build it')
      .user([
        { type: 'text', text: '<ide_opened_file>a.ts</ide_opened_file>' },
        { type: 'text', text: 'and test it' },
      ])
      .user('<command-name>/exit</command-name>\n<command-message>exit</command-message>')
      .user('<local-command-stdout>Bye!</local-command-stdout>')
      .user('<bash-input>git status</bash-input>')
      .user('Caveat', { isMeta: true })
      .user('This session is being continued', { isCompactSummary: true, isVisibleInTranscriptOnly: true })
      .user([{ type: 'text', text: '[Request interrupted by user for tool use]' }])
      .user('From another agent', { promptSource: 'system', origin: { kind: 'peer' } })
      .user('<system-reminder>\nOnly this\n</system-reminder>')
      .user('Thanks <system-reminder>\nNot this\n</system-reminder>', {
        promptSource: 'typed',
        origin: { kind: 'human' },
      });
    const { messages } = await readLog(log.write(), 0, []);
    expect(messages.map(({ text }) => text)).toEqual(['Please build it', 'and test it', 'Thanks']);
    expect(messages[0]).toMatchObject({
      session: log.session,
      seq: 0,
      at: Date.UTC(2026, 2, 1, 9, 0, 10),
      id: expect.any(String),
    });
  });

  it('is also what is typed while the agent works', async () => {
    const log = new LogBuilder()
      .use('t1', 'Edit', { file_path: '/a.ts' })
      .result('t1', 'updated', { text: 'is there a library for that?' });
    const queued = (prompt: unknown, more = {}) => ({
      ...log.parent(),
      attachment: { type: 'queued_command', prompt, ...more },
      type: 'attachment',
      timestamp: log.time(),
      ...log.setting(),
    });
    log
      .record(queued('use tabs'))
      .record(queued([{ type: 'text', text: 'and no semicolons' }], { commandMode: 'prompt' }));
    log.record(queued('<agent-message from="x">hi</agent-message>'));
    const { messages, calls } = await readLog(log.write(), 0, []);
    expect(messages.map(({ text }) => text)).toEqual(['is there a library for that?', 'use tabs', 'and no semicolons']);
    expect(calls[0]).toMatchObject({ outcome: 'ok', output: '' });
  });

  it('is not what sums up the conversation, after which nothing is known that was read', async () => {
    const log = new LogBuilder().use('t1', 'Bash', { command: 'ls' }).result('t1', 'a.ts', { isError: false });
    log.user('The work so far: all is well.', { isCompactSummary: true, isVisibleInTranscriptOnly: true });
    log.use('t2', 'Bash', { command: 'ls' }).use('t3', 'Bash', { command: 'ls' });
    const { calls, messages } = await readLog(log.write(), 0, []);
    expect(calls.map(({ id, compacted }) => [id, compacted])).toEqual([
      ['t1', undefined],
      ['t2', true],
      ['t3', undefined],
    ]);
    expect(messages).toEqual([]);
  });

  it('answers the calls that were rejected or stopped before', async () => {
    const rejection =
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. x). STOP what you are doing";
    const log = new LogBuilder()
      .use('t1', 'Bash', { command: 'git push' })
      .fail('t1', rejection)
      .user([{ type: 'text', text: '[Request interrupted by user for tool use]' }])
      .user('no pushes from here')
      .use('t2', 'Bash', { command: 'git push -f' })
      .fail('t2', `${rejection.replace(/STOP.*/, '')}To tell you how to proceed, the user said:\nnever force`)
      .user('next topic')
      .use('t3', 'Task', { prompt: 'x' })
      .fail('t3', '[Request interrupted by user for tool use]');
    expect((await readCalls(log)).map(({ outcome, said, waiting }) => [outcome, said, waiting])).toEqual([
      ['rejected', 'no pushes from here', undefined],
      ['rejected', 'never force', undefined],
      ['cancelled', undefined, 'reply'],
    ]);
  });
});

describe('a hook that says no', () => {
  it('is known from the attachment before the result', async () => {
    const log = new LogBuilder().use('t1', 'Read', { file_path: '/secret' });
    const attachment = { type: 'hook_permission_decision', decision: 'deny', toolUseID: 't1', hookEvent: 'PreToolUse' };
    log.record({ ...log.parent(), attachment, type: 'attachment', timestamp: log.time(), ...log.setting() });
    log.fail('t1', 'Not that file');
    expect(await readOne(log)).toMatchObject({ outcome: 'blocked', output: 'Not that file' });
  });
});

describe('a hook that runs after a call', () => {
  const complain = (log: LogBuilder, toolUseID: string, text: string, event = 'PostToolUse'): LogBuilder => {
    const blockingError = { blockingError: `[.claude/hooks/lint.sh]: ${text}`, command: '.claude/hooks/lint.sh' };
    const attachment = {
      type: 'hook_blocking_error',
      hookName: `${event}:Edit`,
      toolUseID,
      hookEvent: event,
      blockingError,
    };
    return log.record({ ...log.parent(), attachment, type: 'attachment', timestamp: log.time(), ...log.setting() });
  };
  const change = (log: LogBuilder, id: string, turn?: string): LogBuilder =>
    log
      .use(id, 'Edit', { file_path: '/srv/a.ts' }, turn)
      .result(id, 'The file has been updated.', { toolUseResult: {} });

  it('says what is wrong with a change, which was made all the same', async () => {
    const log = complain(complain(change(new LogBuilder(), 't1'), 't1', 'a.ts:1: no tabs'), 't1', 'a.ts:2: no dots');
    change(log, 't2');
    const [first, second] = await readCalls(log);
    expect(first).toMatchObject({ outcome: 'ok', output: 'a.ts:1: no tabs\na.ts:2: no dots', outputLength: 30 });
    expect(second).toMatchObject({ outcome: 'ok', output: '', waiting: 'hook' });
    expect(first).not.toHaveProperty('waiting');
  });

  it('may say so in what it adds for the model', async () => {
    const log = change(new LogBuilder(), 't1');
    const attachment = {
      type: 'hook_additional_context',
      content: ['a.ts:1', 'no tabs'],
      toolUseID: 't1',
      hookEvent: 'PostToolUse',
    };
    log.record({ ...log.parent(), attachment, type: 'attachment', timestamp: log.time(), ...log.setting() });
    expect(await readOne(log)).toMatchObject({ outcome: 'ok', output: 'a.ts:1\nno tabs' });
  });

  it('of calls of one turn names the one that it means', async () => {
    const log = change(change(new LogBuilder(), 't1', 'msg_1'), 't2', 'msg_1');
    expect((await readCalls(complain(log, 't1', 'no tabs'))).map(({ output }) => output)).toEqual(['no tabs', '']);
  });

  it('is not heard of other tools, later turns and other events', async () => {
    const log = change(new LogBuilder(), 't1')
      .use('t2', 'Bash', { command: 'ls' })
      .result('t2', 'a.ts', { isError: false });
    complain(complain(complain(log, 't1', 'late'), 't2', 'no'), 't2', 'no', 'PostToolUseFailure');
    expect((await readCalls(log)).map(({ output }) => output)).toEqual(['', 'a.ts']);
  });

  it('is heard in a later reading', async () => {
    const log = change(new LogBuilder(), 't1');
    const first = await readLog(log.write(), 0, []);
    complain(log, 't1', 'no tabs').use('t2', 'Bash', { command: 'ls' });
    const second = await readLog(log.write(), first.offset, first.calls);
    expect(second.calls.find(({ id }) => id === 't1')).toMatchObject({ outcome: 'ok', output: 'no tabs' });
  });
});

describe('a background command', () => {
  const launch = (log: LogBuilder): LogBuilder =>
    log
      .use('t1', 'Bash', { command: 'make serve', run_in_background: true })
      .result('t1', 'Command running in background with ID: b1. Output is being written to: /x', { isError: false });

  it('ends as a later poll tells', async () => {
    const log = launch(new LogBuilder())
      .use('t2', 'BashOutput', { bash_id: 'b1' })
      .result('t2', '<status>running</status>\n\n<stdout>\nstarting\n</stdout>')
      .use('t3', 'TaskOutput', { task_id: 'b1' })
      .result(
        't3',
        '<task_id>b1</task_id>\n\n<status>completed</status>\n\n<exit_code>2</exit_code>\n\n<output>\nport in use\n</output>',
      );
    const [started, ...polls] = await readCalls(log);
    expect(started).toMatchObject({
      outcome: 'failed',
      exitCode: 2,
      output: 'port in use',
      input: { background: true },
    });
    expect(started).not.toHaveProperty('waiting');
    expect(polls.map(({ tool, outcome, output }) => [tool, outcome, output])).toEqual([
      ['other', 'ok', ''],
      ['other', 'ok', ''],
    ]);
  });

  it('ends as a notice tells', async () => {
    const log = launch(new LogBuilder());
    const summary = 'Background command "serve" failed with exit code 3';
    const content = `<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>\n<summary>${summary}</summary>\n</task-notification>`;
    log.record({
      type: 'queue-operation',
      operation: 'enqueue',
      timestamp: log.time(),
      sessionId: log.session,
      content,
    });
    expect(await readOne(log)).toMatchObject({ outcome: 'failed', exitCode: 3 });
  });

  it('is stopped by the agent', async () => {
    const log = launch(new LogBuilder())
      .use('t2', 'KillShell', { shell_id: 'b1' })
      .result('t2', 'Successfully killed shell: b1');
    expect((await readCalls(log))[0]).toMatchObject({ outcome: 'cancelled' });
  });

  it('is unknown as long as nothing is heard of it', async () => {
    expect(await readOne(launch(new LogBuilder()))).toMatchObject({ outcome: 'unknown', waiting: 'task b1' });
  });
});

describe('a subagent', () => {
  it('has its calls in a log of its own, which are part of the session', async () => {
    const log = Object.assign(new LogBuilder(), { agentId: 'a77' });
    log.user('Look around').shell('t1', 'ls', 'a');
    const { calls, messages, sessions } = await readLog(log.write('agent-a77.jsonl'), 0, []);
    expect(calls).toMatchObject([{ id: 't1', thread: 'a77', session: log.session }]);
    expect(messages).toEqual([]);
    expect(sessions.map(({ session }) => session)).toEqual([log.session]);
  });

  it('has its messages embedded in the session, with all that came before repeated', async () => {
    const log = new LogBuilder();
    const use = (id: string, command: string) => ({
      type: 'assistant',
      timestamp: log.time(),
      message: {
        model: 'm',
        id: `msg_${id}`,
        type: 'message',
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }],
        stop_reason: null,
      },
      requestId: 'r',
      uuid: log.uuid(),
    });
    const answer = (block: object) => ({
      type: 'user',
      message: { role: 'user', content: [block] },
      uuid: log.uuid(),
      timestamp: log.time(),
      toolUseResult: 'x',
    });
    const first = use('t1', 'ls');
    log.progress(
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'text', text: 'Look around' }] },
        uuid: log.uuid(),
        timestamp: log.time(),
      },
      'a5',
    );
    log.progress(first, 'a5');
    log.progress(answer({ tool_use_id: 't1', type: 'tool_result', content: 'a b' }), 'a5', [first]);
    log.progress(use('t2', 'cat x'), 'a5', [first]);
    log.progress(
      answer({ type: 'tool_result', content: 'Exit code 1\nno x', is_error: true, tool_use_id: 't2' }),
      'a5',
      [first],
    );
    const { calls, messages } = await readLog(log.write(), 0, []);
    expect(calls.sort((a, b) => a.seq - b.seq)).toMatchObject([
      { id: 't1', thread: 'a5', outcome: 'ok', output: 'a b', turn: 'msg_t1', cwd: '/home/dev/harbour' },
      { id: 't2', thread: 'a5', outcome: 'failed', output: 'no x', exitCode: 1 },
    ]);
    expect(messages).toEqual([]);
  });
});

describe('facts about a session', () => {
  it('are folders, branches, version, title, remotes and times', async () => {
    const log = new LogBuilder()
      .user('hello')
      .shell('t1', 'git remote -v', 'origin\tgit@github.com:lantern/harbour.git (fetch)');
    log.cwd = '/home/dev/harbour/src';
    log.branch = 'feature';
    log.shell('t2', 'ls', '');
    log.record({ type: 'ai-title', aiTitle: 'Build the harbour', sessionId: log.session });
    log.record({ type: 'custom-title', customTitle: 'Harbour', sessionId: log.session });
    log.record({ type: 'ai-title', aiTitle: 'Something else', sessionId: log.session });
    log.record({
      type: 'pr-link',
      sessionId: log.session,
      prNumber: 3,
      prUrl: 'https://github.com/lantern/quay/pull/3',
      prRepository: 'lantern/quay',
    });
    const { sessions } = await readLog(log.write(), 0, []);
    expect(sessions).toEqual([
      {
        session: log.session,
        cwds: ['/home/dev/harbour', '/home/dev/harbour/src'],
        branch: 'feature',
        branches: ['main', 'feature'],
        version: '2.1.20',
        title: 'Harbour',
        remotes: ['github.com/lantern/harbour', 'github.com/lantern/quay'],
        startedAt: Date.UTC(2026, 2, 1, 9, 0, 10),
        endedAt: Date.UTC(2026, 2, 1, 9, 0, 50),
      },
    ]);
  });

  it('take the title of a summary only if it sums up this session', async () => {
    const log = new LogBuilder().user('hello');
    const leaf = JSON.parse(log.lines[0] ?? '').uuid;
    const file = log.record({ type: 'summary', summary: 'Mine', leafUuid: leaf }).write();
    expect((await readLog(file, 0, [])).sessions[0]?.title).toBe('Mine');
    const other = new LogBuilder()
      .user('hello')
      .record({ type: 'summary', summary: 'Of another', leafUuid: log.uuid() })
      .write();
    expect((await readLog(other, 0, [])).sessions[0]).not.toHaveProperty('title');
  });

  it('are kept apart where a log was forked', async () => {
    const log = new LogBuilder().shell('t1', 'ls', '');
    log.session = '6f1c2e7a-0000-4000-8000-000000000002';
    log.shell('t2', 'ls', '');
    const { calls, sessions } = await readLog(log.write(), 0, []);
    expect(sessions).toHaveLength(2);
    expect(calls.map(({ id, session }) => [id, session.slice(-1)])).toEqual([
      ['t1', '1'],
      ['t2', '2'],
    ]);
  });
});

describe('a log that is not as it should be', () => {
  it('has its bad lines counted, and the others read', async () => {
    const log = new LogBuilder()
      .shell('t1', 'ls', 'a')
      .raw('{"type":"user","mess')
      .raw('// a note')
      .raw('')
      .raw('[1]')
      .shell('t2', 'pwd', 'b');
    const { calls, bad, lines } = await readLog(log.write(), 0, []);
    expect(calls.map(({ output }) => output)).toEqual(['a', 'b']);
    expect(bad.map(({ line }) => line)).toEqual([3, 4, 6]);
    expect(bad[0]?.offset).toBe(log.lines.slice(0, 2).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0));
    expect(lines).toBe(log.lines.length);
  });

  it('may have two records on one line', async () => {
    const log = new LogBuilder().use('t1', 'Bash', { command: 'echo "}{"' });
    const other = new LogBuilder().user('hello');
    log.raw(`${other.lines[0]}${new LogBuilder().result('t1', 'Exit code 1', { isError: true }).lines[0]}`);
    const { calls, messages, bad } = await readLog(log.write(), 0, []);
    expect(calls).toMatchObject([{ outcome: 'failed' }]);
    expect(messages).toHaveLength(1);
    expect(bad).toEqual([]);
  });

  it('may have a byte order mark, Windows line ends, zeros, spaces and bytes that are no text', async () => {
    const log = new LogBuilder().shell('t1', 'ls', 'a').shell('t2', 'cat é', 'ü');
    const crlf = Buffer.from(`\uFEFF${log.lines.map((line) => `\0\0 ${line} \r\n`).join('')}`);
    const { calls, bad } = await readLog(writeLog(crlf), 0, []);
    expect(calls.map(({ output, input }) => [input.command, output])).toEqual([
      ['ls', 'a'],
      ['cat é', 'ü'],
    ]);
    expect(bad).toEqual([]);
    const broken = Buffer.from(log.text().replace('ü', '\u0001'), 'utf8');
    broken[broken.indexOf(1)] = 0xff;
    expect((await readLog(writeLog(broken), 0, [])).calls[1]?.output).toBe('\uFFFD');
  });

  it('may be pretty with spaces, as other tools write JSON', async () => {
    const log = new LogBuilder()
      .user('hello')
      .shell('t1', 'ls', 'a')
      .use('t2', 'Read', { file_path: '/x' })
      .result('t2', 'y');
    const spaced = log.lines.map((line) => `${line.replaceAll('":', '": ').replaceAll(',"', ', "')}\n`).join('');
    const { calls, messages } = await readLog(writeLog(spaced), 0, []);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(messages).toHaveLength(1);
  });

  it('may not be there, or be empty', async () => {
    const file = writeLog('');
    expect(await readLog(file, 0, [])).toEqual({ calls: [], messages: [], sessions: [], bad: [], offset: 0, lines: 0 });
    rmSync(file.path);
    expect(await readLog(file, 0, [])).toMatchObject({ unreadable: 'ENOENT', offset: 0, calls: [] });
  });

  it('may hold words of other records that look like calls', async () => {
    const log = new LogBuilder();
    const content = [{ type: 'tool_result', content: 'x', is_error: true, tool_use_id: 't9' }];
    log.record({ type: 'api-request-blob', sessionId: log.session, hash: 'h', message: { role: 'user', content } });
    log.record({ type: 'file-history-snapshot', messageId: 'm', snapshot: { a: '"type":"tool_use"' } });
    log.use('t9', 'Bash', { command: 'x' });
    log.assistant([{ type: 'text', text: 'I say {"type":"tool_use","id":"t8","name":"Bash"}' }]);
    expect((await readCalls(log)).map(({ id, outcome }) => [id, outcome])).toEqual([['t9', 'unknown']]);
  });

  it('may have a line of megabytes', async () => {
    const huge = `start ${'x"\\ é'.repeat(600_000)} end`;
    const log = new LogBuilder()
      .shell('t1', 'cat big', huge)
      .use('t2', 'Write', { file_path: '/b', content: huge })
      .result('t2', 'ok')
      .user(huge);
    const { calls, messages, bad } = await readLog(log.write(), 0, []);
    expect(bad).toEqual([]);
    expect(calls[0]?.output).toMatch(/^start [\s\S]*left out[\s\S]* end$/);
    expect(calls[0]?.outputLength).toBeGreaterThan(3_000_000);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(calls[1]?.input.newText?.length).toBeLessThan(700);
    expect(messages[0]?.text.length).toBeLessThan(2300);
  });
});

describe('a log that grows', () => {
  it('is read on from where it stopped, and calls get their results', async () => {
    const log = new LogBuilder().use('t1', 'Bash', { command: 'make' }).use('t2', 'Bash', { command: 'ls' });
    const file = log.write();
    const first = await readLog(file, 0, []);
    expect(first.calls.map(({ waiting }) => waiting)).toEqual(['result', 'result']);
    const before = log.lines.length;
    log.fail('t1', 'Exit code 2\nno rule').user('use just');
    appendFileSync(
      file.path,
      log.lines
        .slice(before)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const second = await readLog(file, first.offset, first.calls);
    expect(second.calls).toMatchObject([{ id: 't1', outcome: 'failed', exitCode: 2, input: { command: 'make' } }]);
    expect(second.messages).toHaveLength(1);
    expect(first.calls[0]?.outcome).toBe('unknown');
  });

  it('waits for the end of a line, and takes a whole one without its line break', async () => {
    const log = new LogBuilder().shell('t1', 'ls', 'a');
    const [use = '', result = ''] = log.lines;
    const file = writeLog(`${use}\n${result.slice(0, 50)}`);
    const first = await readLog(file, 0, []);
    expect(first).toMatchObject({
      offset: use.length + 1,
      lines: 1,
      bad: [{ line: 2, reason: expect.stringContaining('unfinished') }],
    });
    writeFileSync(file.path, `${use}\n${result}`);
    const second = await readLog(file, first.offset, first.calls);
    expect(second.calls).toMatchObject([{ id: 't1', outcome: 'ok' }]);
    expect(second.offset).toBe(use.length + 1 + result.length);
    expect(second.bad).toEqual([]);
  });
});

describe('a long log', () => {
  it('is handed over in parts, and nothing is held that is finished', async () => {
    const log = new LogBuilder();
    for (let i = 0; i < 300; i++) log.shell(`t${i}`, `echo ${i}`, 'x'.repeat(200));
    log.use('open', 'Bash', { command: 'sleep' });
    const parts: ReadPart[] = [];
    const rest = await readLog(
      log.write(),
      0,
      [],
      (part) => {
        parts.push(part);
      },
      { chunk: 4096 },
    );
    expect(parts.length).toBeGreaterThan(20);
    expect(rest.calls.map(({ id }) => id)).toEqual(['open']);
    expect(parts.flatMap((part) => part.calls)).toHaveLength(300);
    expect(Math.max(...parts.map((part) => part.calls.length))).toBeLessThan(20);
  });
});

describe('a call', () => {
  it('is read again in full', async () => {
    const output = 'line of output\n'.repeat(5000);
    const log = new LogBuilder().user('hi').shell('t1', 'make', output).fail('x', 'y');
    const file = log.write();
    const [call] = (await readLog(file, 0, [])).calls;
    if (call === undefined) throw new Error('no call was read');
    const text = await recallCall(file.path, call);
    expect(text?.output).toBe(output);
    expect(JSON.parse(text?.input ?? '')).toEqual({ command: 'make', description: 'Run it' });
    writeFileSync(file.path, 'something else\n');
    expect(await recallCall(file.path, call)).toBeUndefined();
    rmSync(file.path);
    expect(await recallCall(file.path, call)).toBeUndefined();
  });
});

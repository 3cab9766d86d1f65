import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readContradictions } from '../../src/delivery/journal/contradictions.ts';
import { makeLesson } from '../memory/lessons.ts';
import { type HookStage, makeHookStage, PROOF } from './hook-stage.ts';

const lesson = makeLesson({
  id: 'L-001',
  guidance: 'Run `uv run python` instead of `python3`: `python3` lacks `polars` here.',
  trigger: { rule: 'Bash(python3 *)', failed: 5, succeeded: 0 },
});
const stopped = { permissionDecision: 'deny' };

let stage: HookStage;
let calls = 0;
beforeEach(() => {
  stage = makeHookStage();
  stage.learn([lesson], {}, PROOF);
});
afterEach(() => stage.clear());

const bash = (command: string, fields: object = {}) => ({ tool_name: 'Bash', tool_input: { command }, ...fields });
const send = (command: string, fields: object = {}) =>
  stage.ask('pre-tool-use', bash(command, { tool_use_id: `call ${++calls}`, ...fields }));

/** Sends a call that is let through, and tells the hook how it ended. */
async function make(command: string, end: 'ok' | 'failed', fields: object = {}): Promise<void> {
  expect(await send(command, fields)).toBeUndefined();
  const asked = bash(command, { tool_use_id: `call ${calls}`, ...fields });
  if (end === 'failed') await stage.ask('post-tool-use-failure', { ...asked, error: 'Exit code 1\nit broke' });
  const tool_response = end === 'ok' ? 'done' : 'Exit code 1\nit broke';
  await stage.ask('post-tool-batch', { ...fields, tool_calls: [{ ...asked, tool_response }] });
}

describe('a lesson that has proven itself', () => {
  it('stops the first such call of a session, with the reason, the right form and the way past it', async () => {
    expect(await send('python3 load.py')).toEqual({
      hookEventName: 'PreToolUse',
      ...stopped,
      permissionDecisionReason:
        'Stopped by a hardwon note from 3 past failures (L-001): Run `uv run python` instead of `python3`: `python3` lacks `polars` here. If you mean it, send it again: it is stopped only once.',
    });
  });

  it('lets the same call pass the second time, and never asks again in the session', async () => {
    await send('python3 load.py');
    for (const command of ['python3 load.py', 'python3 load.py', 'python3 plot.py'])
      expect(await send(command)).toBeUndefined();
    expect(await send('python3 load.py', { session_id: 'another' })).toMatchObject(stopped);
  });

  it('stops each subagent once, by itself', async () => {
    expect(await send('python3 load.py')).toMatchObject(stopped);
    for (const agent_id of ['a', 'b']) {
      expect(await send('python3 load.py', { agent_id })).toMatchObject(stopped);
      expect(await send('python3 load.py', { agent_id })).toBeUndefined();
    }
  });

  it('says nothing about other calls', async () => {
    for (const command of ['python load.py', 'uv run python load.py', 'ls', 'echo python3x'])
      expect(await send(command)).toBeUndefined();
  });

  it('only warns with the mode warn, and says nothing before a call with note', async () => {
    stage.learn([lesson], { mode: 'warn' }, PROOF);
    expect(await send('python3 load.py')).toHaveProperty('additionalContext');
    stage.learn([lesson], { mode: 'note' }, PROOF);
    expect(await send('python3 load.py', { session_id: 'noted' })).toBeUndefined();
    const error = 'Exit code 1\nit broke';
    const failed = await stage.ask('post-tool-use-failure', bash('python3 load.py', { session_id: 'noted', error }));
    expect(failed?.additionalContext).toContain('L-001');
  });

  it('is silent where all hooks are', async () => {
    expect(
      await stage.ask('pre-tool-use', bash('python3 load.py'), 'claude-code', { HARDWON_LIVE: 'off' }),
    ).toBeUndefined();
    stage.learn([lesson], { mode: 'off' }, PROOF);
    expect(await send('python3 load.py')).toBeUndefined();
  });

  it.each([
    ['codex', 'pre-tool-use', 'Bash', stopped],
    ['gemini', 'before-tool', 'run_shell_command', { decision: 'deny' }],
    ['opencode', 'tool-execute-before', 'bash', { deny: expect.stringContaining('L-001') }],
    ['copilot', 'pre-tool-use', 'bash', stopped],
    ['cursor', 'pre-tool-use', 'Shell', { permission: 'deny', agent_message: expect.stringContaining('L-001') }],
  ])('stops a call of %s once', async (agent, event, tool_name, shape) => {
    const call = { ...bash('python3 load.py'), tool_name, tool_use_id: undefined };
    expect(await stage.ask(event, call, agent)).toMatchObject(shape);
    expect(await stage.ask(event, call, agent)).toBeUndefined();
  });
});

describe('a stop that was wrong', () => {
  const isStopped = async (session_id: string) =>
    (await send('python3 load.py', { session_id }))?.permissionDecision === 'deny';

  it('is the last one of its lesson, in all sessions; from then on it warns', async () => {
    await send('python3 load.py');
    await make('python3 load.py', 'ok');
    expect(stage.journal().at(-1)).toMatchObject({ what: 'false-alarm', as: 'denial', lesson: 'L-001' });
    expect(readContradictions(stage.data, stage.root).get('L-001')).toMatchObject({
      as: 'stop',
      call: `call ${calls}`,
    });
    expect(await send('python3 load.py', { session_id: 'another' })).toHaveProperty('additionalContext');
  });

  it('was right where the call fails the second time, too', async () => {
    await send('python3 load.py');
    await make('python3 load.py', 'failed');
    expect(stage.journal().at(-1)).toMatchObject({ what: 'followed', yes: false, as: 'denial' });
    expect(await isStopped('another')).toBe(true);
  });

  it('was right where the right form follows', async () => {
    await send('python3 load.py');
    await make('uv run python load.py', 'ok');
    expect(stage.journal().at(-1)).toMatchObject({ what: 'helped', yes: true, as: 'denial' });
    expect(await isStopped('another')).toBe(true);
  });

  it('goes on where the user wants it to', async () => {
    stage.learn([lesson], {}, { ...PROOF, own: 'stop' });
    await send('python3 load.py');
    await make('python3 load.py', 'ok');
    expect(await isStopped('another')).toBe(true);
  });

  it('is known by what Codex says, which tells no exit code', async () => {
    const call = bash('python3 load.py', { tool_use_id: 'one' });
    expect(await stage.ask('pre-tool-use', call, 'codex')).toMatchObject(stopped);
    const again = { ...call, tool_use_id: 'two' };
    expect(await stage.ask('pre-tool-use', again, 'codex')).toBeUndefined();
    await stage.ask('post-tool-use', { ...again, tool_response: 'loaded' }, 'codex');
    expect(await isStopped('another')).toBe(false);
  });
});

describe('an agent', () => {
  it('is not stopped where nobody could note that it was: it would be stopped for ever', async () => {
    mkdirSync(stage.data, { recursive: true });
    writeFileSync(join(stage.data, 'live'), 'a file in place of the folder');
    for (let time = 0; time < 2; time++) expect(await send('python3 load.py')).toHaveProperty('additionalContext');
  });

  it('is not stopped in a session without a name, which cannot be told from others', async () => {
    expect(await send('python3 load.py', { session_id: '' })).toHaveProperty('additionalContext');
  });

  it('is let through where the snapshot or the memory is gone meanwhile', async () => {
    await send('python3 load.py');
    rmSync(join(stage.root, 'memory.md'));
    expect(await send('python3 load.py', { session_id: 'another' })).toBeUndefined();
    rmSync(dirname(join(stage.base, 'cache/live')), { recursive: true });
    expect(await send('python3 load.py', { session_id: 'third' })).toBeUndefined();
  });
});

describe('a tool of an MCP server', () => {
  const refused = makeLesson({
    id: 'L-002',
    kind: 'tool-use',
    guidance: 'Give `deploy` the whole hash in `ref`.',
    trigger: { rule: 'Tool(mcp__quay__deploy ref=abc)', failed: 5, succeeded: 0 },
  });
  const failing = makeLesson({
    id: 'L-003',
    kind: 'tool-use',
    guidance: 'When `deploy` fails with "manifest unknown": give the whole hash.',
    // As `hardwon learn-fix --tool deploy` saves it.
    trigger: { rule: 'Tool(deploy)', error: '*manifest unknown*', failed: 0, succeeded: 0 },
    evidence: [],
  });
  const clients: [string, string, string, string][] = [
    ['claude-code', 'pre-tool-use', 'post-tool-use-failure', 'mcp__quay__deploy'],
    ['codex', 'pre-tool-use', 'post-tool-use', 'mcp__quay__deploy'],
    ['gemini', 'before-tool', 'after-tool', 'mcp_quay_deploy'],
    ['opencode', 'tool-execute-before', 'post-tool-use-failure', 'quay_deploy'],
    ['cursor', 'pre-tool-use', 'post-tool-use', 'MCP:deploy'],
  ];

  it.each(clients)('is one tool in all clients: %s before a call', async (agent, event, _after, tool_name) => {
    stage.learn([refused], {}, PROOF);
    expect(await stage.ask(event, { tool_name, tool_input: { ref: 'abc' } }, agent)).toBeDefined();
    expect(
      await stage.ask(event, { tool_name, tool_input: { ref: 'abcdef' }, session_id: 'other' }, agent),
    ).toBeUndefined();
    const other = tool_name.replace('deploy', 'restart');
    expect(
      await stage.ask(event, { tool_name: other, tool_input: { ref: 'abc' }, session_id: 'third' }, agent),
    ).toBeUndefined();
  });

  // Codex starts no hook after an MCP call that failed, and Cursor reads no answer then.
  it.each(clients.filter(([agent]) => agent !== 'codex' && agent !== 'cursor'))(
    'is known by its own name: %s after a failure',
    async (agent, _before, event, tool_name) => {
      stage.learn([failing]);
      const error = 'manifest unknown: abc';
      const ended =
        agent === 'gemini' ? { tool_response: { llmContent: error, error: { message: error } } } : { error };
      const said = await stage.ask(event, { tool_name, tool_input: { ref: 'abc' }, ...ended }, agent);
      expect(JSON.stringify(said)).toContain('L-003');
    },
  );
});

describe('GitHub Copilot CLI, by its documents', () => {
  const call = { ...bash('python3 load.py'), tool_name: 'bash', tool_use_id: undefined };

  it('is told nothing that would not reach its model', async () => {
    expect(await stage.ask('session-start', { source: 'startup' }, 'copilot')).toBeUndefined();
    stage.learn([lesson], { mode: 'warn' }, PROOF);
    expect(await stage.ask('pre-tool-use', call, 'copilot')).toBeUndefined();
    expect(await stage.ask('post-tool-use-failure', { ...call, error: 'it broke' }, 'copilot')).toBeUndefined();
    expect(stage.journal()).toEqual([]);
  });

  it('is sent another input where the user wants it', async () => {
    stage.learn([{ ...lesson, confidence: 'high' }], {}, { ...PROOF, own: 'rewrite' });
    expect(await stage.ask('pre-tool-use', call, 'copilot')).toEqual({
      modifiedArgs: { command: 'uv run python load.py' },
    });
  });

  it.each([
    ['success', 'wrong', false],
    ['failure', 'right', true],
  ])('tells by the %s of the repeated call that the stop was %s', async (result_type, _what, expected) => {
    for (let time = 0; time < 2; time++) await stage.ask('pre-tool-use', call, 'copilot');
    const tool_result = { result_type, text_result_for_llm: 'it broke' };
    await stage.ask('post-tool-use', { ...call, tool_result }, 'copilot');
    const next = await stage.ask('pre-tool-use', { ...call, session_id: 'another' }, 'copilot');
    expect(next !== undefined).toBe(expected);
  });
});

describe('Cursor, by its documents', () => {
  const call = { ...bash('python3 load.py'), tool_name: 'Shell', session_id: undefined, conversation_id: 'c' };
  const output = (exitCode: number, text: string) => JSON.stringify({ exitCode, stdout: text });

  it('is told at the start of a session, and after a command that ran and failed', async () => {
    expect(await stage.ask('session-start', { session_id: 'c' }, 'cursor')).toEqual({
      additional_context: expect.stringContaining('L-001'),
    });
    stage.learn([lesson], { mode: 'warn' }, PROOF);
    expect(await stage.ask('pre-tool-use', call, 'cursor')).toBeUndefined();
    expect(await stage.ask('post-tool-use-failure', { ...call, error_message: 'it broke' }, 'cursor')).toBeUndefined();
    expect(stage.journal().filter(({ as }) => as !== 'session-start')).toEqual([]);
    expect(await stage.ask('post-tool-use', { ...call, tool_output: output(1, 'it broke') }, 'cursor')).toEqual({
      additional_context: expect.stringContaining('L-001'),
    });
  });

  it('is stopped where the user wants another input: nothing says that it takes one by itself', async () => {
    stage.learn([{ ...lesson, confidence: 'high' }], {}, { ...PROOF, own: 'rewrite' });
    expect(await stage.ask('pre-tool-use', call, 'cursor')).toMatchObject({ permission: 'deny' });
    expect(await stage.ask('pre-tool-use', call, 'cursor')).toBeUndefined();
  });

  it.each([
    ['success', 'wrong', 0, false],
    ['failure', 'right', 1, true],
  ])('tells by the %s of the repeated call that the stop was %s', async (_end, _what, exitCode, expected) => {
    for (let time = 0; time < 2; time++) await stage.ask('pre-tool-use', call, 'cursor');
    await stage.ask('post-tool-use', { ...call, tool_output: output(exitCode, 'it said so') }, 'cursor');
    const next = await stage.ask('pre-tool-use', { ...call, conversation_id: 'another' }, 'cursor');
    expect(next !== undefined).toBe(expected);
  });
});

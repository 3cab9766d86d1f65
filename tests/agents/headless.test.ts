import { describe, expect, it } from 'vitest';
import { readClaudeLine } from '../../src/agents/claude-code/headless.ts';
import { readCodexLine } from '../../src/agents/codex/headless.ts';
import { readGeminiLine } from '../../src/agents/gemini/headless.ts';
import { parseLine, type ReadLine, type StreamState } from '../../src/agents/headless.ts';
import { readOpenCodeLine } from '../../src/agents/opencode/headless.ts';

/** What a stream tells, and what people see of it. */
function read(readLine: ReadLine, lines: readonly object[]): { state: StreamState; seen: string[] } {
  const state: StreamState = {};
  const seen = lines
    .flatMap((line) => readLine(parseLine(JSON.stringify(line)) ?? {}, state))
    .map(({ kind, text }) => `${kind}: ${text}`);
  return { state, seen };
}

describe('the stream of Claude Code', () => {
  it('tells tools, sayings, cost and turns', () => {
    const { state, seen } = read(readClaudeLine, [
      { type: 'system', subtype: 'init', session_id: 'c-1', tools: ['Bash'], model: 'tide-5' },
      {
        type: 'assistant',
        message: {
          content: [
            { type: 'text', text: 'I will\nlook first.' },
            { type: 'tool_use', name: 'Edit', input: { file_path: 'src/halve.ts', old_string: 'a', new_string: 'b' } },
          ],
        },
      },
      { type: 'user', message: { content: [{ type: 'tool_result', content: 'ok' }] } },
      {
        type: 'result',
        subtype: 'success',
        is_error: false,
        num_turns: 3,
        total_cost_usd: 0.12,
        usage: { input_tokens: 3, cache_creation_input_tokens: 4, cache_read_input_tokens: 5, output_tokens: 6 },
        result: 'Done.',
        session_id: 'c-1',
      },
    ]);
    expect(seen).toEqual(['text: I will look first.', 'tool: Edit src/halve.ts']);
    const cost = { turns: 3, costUsd: 0.12, inputTokens: 12, outputTokens: 6, model: 'tide-5' };
    expect(state).toEqual({ sessionId: 'c-1', ...cost, answer: 'Done.', ending: 'done' });
  });

  it('tells apart an end for want of turns and a failure', () => {
    const end = (line: object) => read(readClaudeLine, [{ type: 'result', ...line }]).state.ending;
    expect(end({ subtype: 'error_max_turns', is_error: true, num_turns: 15 })).toBe('out-of-turns');
    expect(end({ subtype: 'success', is_error: true, result: 'Invalid API key' })).toBe('failed');
  });
});

describe('the stream of Codex', () => {
  it('tells commands, changes and what it says', () => {
    const { state, seen } = read(readCodexLine, [
      { type: 'thread.started', thread_id: 'x-1' },
      { type: 'turn.started' },
      {
        type: 'item.started',
        item: { type: 'command_execution', command: "/bin/bash -lc 'npm test'", status: 'in_progress' },
      },
      {
        type: 'item.completed',
        item: { type: 'command_execution', command: "/bin/bash -lc 'npm test'", exit_code: 1 },
      },
      { type: 'item.started', item: { type: 'file_change', changes: [{ path: '/p/halve.ts', kind: 'update' }] } },
      { type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } },
      { type: 'turn.completed', usage: { input_tokens: 5, output_tokens: 6 } },
    ]);
    expect(seen).toEqual(["tool: run /bin/bash -lc 'npm test'", 'tool: update /p/halve.ts', 'text: Done.']);
    expect(state).toEqual({
      sessionId: 'x-1',
      turns: 1,
      inputTokens: 5,
      outputTokens: 6,
      answer: 'Done.',
      ending: 'done',
    });
  });

  it('tells a failure', () => {
    const { state } = read(readCodexLine, [{ type: 'turn.failed', error: { message: 'stream disconnected' } }]);
    expect(state).toEqual({ ending: 'failed', answer: 'stream disconnected' });
  });
});

describe('the stream of Gemini CLI', () => {
  it('joins what it says, from its last tool on', () => {
    const { state, seen } = read(readGeminiLine, [
      { type: 'init', session_id: 'g-1', model: 'm' },
      { type: 'message', role: 'user', content: 'the task' },
      { type: 'message', role: 'assistant', content: 'Let me', delta: true },
      { type: 'tool_use', tool_name: 'replace', tool_id: 't', parameters: { file_path: 'halve.ts' } },
      { type: 'tool_result', tool_id: 't', status: 'success' },
      { type: 'message', role: 'assistant', content: 'Do', delta: true },
      { type: 'message', role: 'assistant', content: 'ne.', delta: true },
      { type: 'result', status: 'success', stats: { input_tokens: 4, output_tokens: 1, models: { tern: {} } } },
    ]);
    expect(seen).toEqual(['tool: replace halve.ts']);
    const cost = { inputTokens: 4, outputTokens: 1, model: 'tern' };
    expect(state).toEqual({ sessionId: 'g-1', ...cost, answer: 'Done.', ending: 'done' });
  });
});

describe('the stream of OpenCode', () => {
  it('adds cost up step by step', () => {
    const step = { type: 'step_finish', sessionID: 'o-1', part: { reason: 'tool-calls', cost: 0.25 } };
    const { state, seen } = read(readOpenCodeLine, [
      { type: 'step_start', sessionID: 'o-1', part: {} },
      { type: 'tool_use', sessionID: 'o-1', part: { tool: 'edit', state: { input: { filePath: 'halve.ts' } } } },
      step,
      step,
      { type: 'text', sessionID: 'o-1', part: { text: 'Done.' } },
    ]);
    expect(seen).toEqual(['tool: edit halve.ts', 'text: Done.']);
    expect(state).toEqual({ sessionId: 'o-1', turns: 2, costUsd: 0.5, answer: 'Done.' });
  });
});

describe('any stream', () => {
  it('survives values that are not what they should be', () => {
    for (const readLine of [readClaudeLine, readCodexLine, readGeminiLine, readOpenCodeLine])
      for (const type of [
        'assistant',
        'result',
        'item.started',
        'item.completed',
        'message',
        'tool_use',
        'step_finish',
        'error',
        'text',
      ])
        for (const value of [null, 7, 'text', [], [null], { content: 7 }])
          expect(() =>
            read(readLine, [{ type, message: value, item: value, part: value, error: value, stats: value }]),
          ).not.toThrow();
    expect(parseLine('{"half')).toBeUndefined();
    expect(parseLine('[1]')).toBeUndefined();
  });
});

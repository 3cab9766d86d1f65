import { describe, expect, it } from 'vitest';
import { kebab } from '../../src/agents/hook-command.ts';
import { readEvent } from '../../src/live/event.ts';

const read = (event: string | undefined, agent: string | undefined, fields: object) => readEvent(event, agent, fields);

describe('readEvent', () => {
  it('reads an event of Claude Code', () => {
    const fields = {
      ...{ session_id: 's1', transcript_path: '/t.jsonl', cwd: '/home/ada/harbour', permission_mode: 'default' },
      ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 'toolu_1' },
      agent_id: 'a1',
    };
    expect(read('pre-tool-use', 'claude', fields)).toEqual({
      ...{
        moment: 'before',
        name: 'PreToolUse',
        agent: 'claude-code',
        session: 's1',
        thread: 'a1',
        cwd: '/home/ada/harbour',
      },
      calls: [{ id: 'toolu_1', name: 'Bash', input: { command: 'make' } }],
    });
  });

  it.each([
    ['post-tool-use-failure', { tool_name: 'Bash', error: 'Exit code 1' }, 'failed', 'Exit code 1'],
    ['post-tool-use', { tool_name: 'Bash', tool_response: 'out' }, 'after', 'out'],
    ['after-tool', { tool_name: 'read_file', tool_response: { llmContent: 'x' } }, 'after', { llmContent: 'x' }],
    ['tool-execute-after', { tool: 'bash', args: {}, output: 'x' }, 'after', 'x'],
    ['tool-execute-error', { tool: 'bash', error: 'x' }, 'failed', 'x'],
  ])('reads what %s tells of the end', (event, fields, moment, response) => {
    expect(read(event, 'codex', fields)).toMatchObject({ moment, calls: [{ response }] });
  });

  it('reads an event of Cursor, whose tools of servers have a word in front', () => {
    const fields = {
      ...{ conversation_id: 'c1', generation_id: 'g1', workspace_roots: ['/c:/ada/harbour', '/c:/ada/orchard'] },
      ...{ hook_event_name: 'postToolUse', tool_name: 'MCP:deploy', tool_input: { ref: 'abc' }, tool_use_id: 't1' },
      tool_output: '{"content":[]}',
    };
    expect(read('post-tool-use', 'cursor', fields)).toEqual({
      ...{ moment: 'after', name: 'PostToolUse', agent: 'cursor', session: 'c1', cwd: 'c:/ada/harbour' },
      calls: [{ id: 't1', name: 'deploy', input: { ref: 'abc' }, response: '{"content":[]}' }],
    });
    const { tool_output: _, ...failed } = { ...fields, error_message: 'it broke', failure_type: 'error' };
    expect(read('post-tool-use-failure', 'cursor', failed)).toMatchObject({
      moment: 'failed',
      calls: [{ response: 'it broke' }],
    });
  });

  it('reads every call of a batch, and leaves out what is none', () => {
    const tool_calls = [
      { tool_name: 'Read', tool_use_id: 'a' },
      7,
      { tool_use_id: 'b' },
      { tool_name: 'Edit', tool_use_id: 'c' },
    ];
    expect(read('post-tool-batch', undefined, { tool_calls })?.calls.map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('knows a call without an id again', () => {
    const call = { tool_name: 'replace', tool_input: { file_path: 'a' } };
    const [before, after, other] = [
      read('before-tool', 'gemini', call),
      read('after-tool', 'gemini', { ...call, tool_response: {} }),
      read('after-tool', 'gemini', { ...call, tool_input: { file_path: 'b' } }),
    ].map((event) => event?.calls[0]?.id);
    expect(before).toBe(after);
    expect(before).not.toBe(other);
  });

  it.each([
    ...['SessionStart', 'SubagentStart', 'PreToolUse', 'BeforeTool', 'tool.execute.before', 'PostToolUse', 'AfterTool'],
    ...['tool.execute.after', 'PostToolUseFailure', 'PostToolBatch'],
  ])('knows %s in kebab case as well', (name) => {
    const call = { tool_name: 'Bash', tool_input: { command: 'make' } };
    const fields = { ...call, tool_calls: [call] };
    expect(read(kebab(name), undefined, fields)).toMatchObject({ name });
    expect(read(kebab(name), undefined, fields)).toEqual(read(name, undefined, fields));
  });

  it('takes the event by its own name where none is given', () => {
    expect(read(undefined, undefined, { hook_event_name: 'SessionStart', source: 'compact' })).toMatchObject({
      ...{ moment: 'start', source: 'compact', agent: 'claude-code' },
    });
  });

  it.each([
    ['an event that says nothing', 'notification', { tool_name: 'Bash' }],
    ['an event that nobody knows', 'constructor', { tool_name: 'Bash' }],
    ['a call without a tool', 'pre-tool-use', { tool_input: {} }],
    ['a call that the user stopped', 'post-tool-use-failure', { tool_name: 'Bash', error: 'x', is_interrupt: true }],
  ])('is nothing for %s', (_what, event, fields) => {
    expect(read(event, 'claude-code', fields)).toBeUndefined();
  });
});

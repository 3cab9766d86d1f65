import { describe, expect, it } from 'vitest';
import { readEnd } from '../../src/live/outcome.ts';

const end = (agent: string, response: unknown, name = 'Bash', moment: 'after' | 'failed' | 'batch' = 'after') =>
  readEnd({ moment, agent }, { id: '', name, input: {}, response });

describe('readEnd', () => {
  it.each([
    ['claude-code', 'Exit code 1\nboom', 'Bash', 'failed', 'failed'],
    ['claude-code', '<tool_use_error>String to replace not found in file.</tool_use_error>', 'Edit', 'batch', 'failed'],
    ['claude-code', 'the text says <tool_use_error>', 'Read', 'batch', 'ok'],
    ['claude-code', { stdout: 'fine', stderr: '' }, 'Bash', 'after', 'ok'],
    ['codex', 'cat: a: No such file or directory\n', 'Bash', 'after', 'unknown'],
    ['codex', 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.', 'apply_patch', 'after', 'ok'],
    ['codex', 'Script completed\nWall time 0.1 seconds\nOutput:\nno', 'exec', 'after', 'unknown'],
    ['codex', [{ type: 'text', text: 'Script failed\nWall time 0.1 seconds\nOutput:\n' }], 'exec', 'after', 'failed'],
    ['codex', 'Exit code: 1\nOutput:\nno', 'apply_patch', 'after', 'failed'],
    ['codex', { content: [{ type: 'text', text: 'no' }], isError: true }, 'mcp__a__b', 'after', 'failed'],
    [
      'gemini',
      { llmContent: 'Output: x\nExit Code: 1\nProcess Group PGID: 3' },
      'run_shell_command',
      'after',
      'failed',
    ],
    ['gemini', { llmContent: 'Output: x\nExit Code: 0' }, 'run_shell_command', 'after', 'ok'],
    ['gemini', { llmContent: 'gone', error: { message: 'File not found' } }, 'read_file', 'after', 'failed'],
    ['opencode', { output: 'x', metadata: { exit: 2 } }, 'bash', 'after', 'failed'],
    ['opencode', { output: 'x', metadata: { exit: 0 } }, 'bash', 'after', 'ok'],
    ['cursor', '{"exitCode":1,"stdout":"","stderr":"no"}', 'Shell', 'after', 'failed'],
    ['cursor', '{"exitCode":0,"stdout":"fine"}', 'Shell', 'after', 'ok'],
    ['cursor', 'fine', 'Shell', 'after', 'unknown'],
    ['cursor', '{"content":"text"}', 'Read', 'after', 'ok'],
    ['cursor', 'Command timed out after 30s', 'Shell', 'failed', 'failed'],
  ] as const)('of %s, %j by %s is told %s: %s', (agent, response, name, moment, outcome) => {
    expect(end(agent, response, name, moment).outcome).toBe(outcome);
  });

  it.each([
    ['plain', 'plain'],
    [{ stdout: 'a', stderr: 'b' }, 'a\nb'],
    [{ llmContent: [{ text: 'a' }, { text: 'b' }] }, 'a\nb'],
    [[{ type: 'text', text: 'a' }], 'a'],
    [{ error: { message: 'gone' } }, 'gone'],
    [undefined, ''],
    [7, ''],
  ])('reads the text of %j', (response, text) => {
    expect(end('claude-code', response).text).toBe(text);
  });
});

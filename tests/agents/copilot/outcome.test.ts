import { describe, expect, it } from 'vitest';
import { judgeResult, readShell } from '../../../src/agents/copilot/outcome.ts';

const ok = (content: string) => ({ success: true, result: { content } });
const fail = (message: string, code = 'failure') => ({ success: false, error: { message, code } });

describe('a shell', () => {
  it.each([
    ['built\n<shellId: 7 completed with exit code 0>', { outcome: 'ok', text: 'built', exitCode: 0 }],
    ['no rule\n<shellId: 7 completed with exit code 2>', { outcome: 'failed', text: 'no rule', exitCode: 2 }],
    ['no rule\n<exited with exit code 2>', { outcome: 'failed', text: 'no rule', exitCode: 2 }],
    [
      '<command with shellId: 7 is still running after 30 seconds. Use read_bash>',
      { outcome: 'unknown', waiting: 'task 7' },
    ],
    ['<command started in background with shellId: tide>', { outcome: 'unknown', waiting: 'task tide' }],
    ['<command with id: 7 stopped>', { outcome: 'cancelled' }],
    ['<html>\n</html>', { outcome: 'unknown', text: '<html>\n</html>' }],
    ['<', { outcome: 'unknown', text: '<' }],
    ['', { outcome: 'unknown', text: '' }],
  ])('that answers %j', (content, verdict) => {
    expect(judgeResult('shell', ok(content))).toMatchObject(verdict);
  });

  it('only speaks in its last line', () => {
    const text = '<shellId: 7 completed with exit code 2>\nis what it says\n<shellId: 8 completed with exit code 0>';
    expect(readShell(text).verdict).toMatchObject({ outcome: 'ok', exitCode: 0 });
  });
});

describe('a tool', () => {
  it('is not judged by what it shows', () => {
    const text = 'see <shellId: 7 completed with exit code 2>';
    expect(judgeResult('read', ok(text))).toEqual({ outcome: 'ok', text });
  });

  it.each([
    [fail('Path does not exist'), {}, { outcome: 'failed', text: 'Path does not exist' }],
    [fail('The user rejected this tool call.', 'rejected'), {}, { outcome: 'rejected', waiting: 'reply' }],
    [
      fail('no'),
      { kind: 'denied-interactively-by-user', feedback: 'use make' },
      { outcome: 'rejected', said: 'use make' },
    ],
    [fail('no'), { kind: 'denied-by-rules' }, { outcome: 'blocked', text: 'Permission: no' }],
    [fail('Denied by preToolUse hook: Use view', 'denied'), {}, { outcome: 'blocked', text: 'Use view' }],
    [fail('Denied by preToolUse hook from "a.json": Use view', 'denied'), {}, { outcome: 'blocked', text: 'Use view' }],
    [fail('Denied by preToolUse hook from "a.json" (hook errored)', 'denied'), {}, { outcome: 'cancelled' }],
    [fail('Denied by preToolUse hook: hook exited with code 2', 'denied'), {}, { outcome: 'cancelled' }],
    [fail('Stopped', 'aborted'), {}, { outcome: 'cancelled', waiting: 'reply' }],
    [fail('The tool was aborted', 'failure'), {}, { outcome: 'cancelled', waiting: 'reply' }],
    [fail('Permission denied by a rule', 'denied'), {}, { outcome: 'blocked', text: 'Permission denied by a rule' }],
    [{ success: false, error: 'broken' }, {}, { outcome: 'failed', text: 'broken' }],
    [{}, { kind: 'approved' }, { outcome: 'failed', text: '' }],
  ])('that answers %j to %j', (data, permission, verdict) => {
    expect(judgeResult('edit', data, permission)).toMatchObject(verdict);
  });
});

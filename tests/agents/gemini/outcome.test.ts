import { describe, expect, it } from 'vitest';
import { findDirectory, judgeCall, readAnswer } from '../../../src/agents/gemini/outcome.ts';

const answer = (status: string, response: object) => ({ status, result: [{ functionResponse: { response } }] });
const printed = (output: string) => answer('success', { output });
const failed = (error: string) => answer('error', { error });

describe('a shell', () => {
  it.each([
    ['Output: built\nProcess Group PGID: 7', { outcome: 'ok', text: 'built' }],
    ['Output: (empty)\nProcess Group PGID: 7', { outcome: 'ok', text: '' }],
    ['Output: no rule\nExit Code: 2\nProcess Group PGID: 7', { outcome: 'failed', text: 'no rule', exitCode: 2 }],
    [
      '<untrusted_context>\nOutput: no rule\nExit Code: 2\n</untrusted_context>',
      { outcome: 'failed', text: 'no rule', exitCode: 2 },
    ],
    ['Output: x\nExit Code: 2\n\n<hook_context>mind</hook_context>', { outcome: 'failed', text: 'x', exitCode: 2 }],
    ['Output: (empty)\nError: spawn make ENOENT\nExit Code: 127', { outcome: 'failed', text: 'spawn make ENOENT' }],
    ['Output: x\nSignal: 9\nProcess Group PGID: 7', { outcome: 'failed', text: 'x' }],
    [
      'Output: Exit Code: 3\nExit Code: 4\nExit Code: 0',
      { outcome: 'ok', text: 'Exit Code: 3\nExit Code: 4', exitCode: 0 },
    ],
    [
      'Command: make\nDirectory: (root)\nOutput: no rule\nError: (none)\nExit Code: 2\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 7',
      { outcome: 'failed', text: 'no rule', exitCode: 2 },
    ],
    [
      'Command: make\nDirectory: src\nStdout: one\nStderr: two\nError: (none)\nExit Code: 0\nSignal: (none)',
      { outcome: 'ok', text: 'one\ntwo', exitCode: 0 },
    ],
    [
      'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output. Below is the output before it was cancelled:\nwaiting',
      { outcome: 'failed', text: 'Command timed out after 5.0 minutes\nwaiting' },
    ],
    [
      'Command was cancelled by user before it could complete. There was no output',
      { outcome: 'cancelled', waiting: 'reply' },
    ],
    ['Command moved to background (PID: 7). Output hidden.', { outcome: 'unknown' }],
    ['a summary of what it printed', { outcome: 'ok', text: 'a summary of what it printed' }],
  ])('that answers %j', (text, verdict) => {
    expect(judgeCall('shell', printed(text))).toMatchObject(verdict);
  });

  it('names the folder it ran in, unless it is that of the session', () => {
    expect(findDirectory('Command: make\nDirectory: src/tide\nOutput: x')).toBe('src/tide');
    expect(findDirectory('Command: make\nDirectory: (root)\nOutput: x')).toBeUndefined();
    expect(findDirectory('Output: Command: x\nDirectory: y\nOutput: z')).toBeUndefined();
  });
});

describe('a tool', () => {
  it('is not judged by what it shows', () => {
    expect(judgeCall('read', printed('Output: x\nExit Code: 2'))).toMatchObject({
      outcome: 'ok',
      text: 'Output: x\nExit Code: 2',
    });
  });

  it.each([
    [failed('File not found: /x'), { outcome: 'failed', text: 'File not found: /x' }],
    [failed('Tool execution blocked: Use read_file'), { outcome: 'blocked', text: 'Use read_file' }],
    [
      failed('Tool execution denied by policy.'),
      { outcome: 'blocked', text: 'Permission: Tool execution denied by policy.' },
    ],
    [
      answer('cancelled', { error: '[Operation Cancelled] Reason: User denied execution.' }),
      { outcome: 'rejected', waiting: 'reply' },
    ],
    [
      answer('cancelled', { error: '[Operation Cancelled] Reason: User did not allow tool call' }),
      { outcome: 'rejected' },
    ],
    [
      answer('cancelled', { error: '[Operation Cancelled] Reason: User cancelled tool execution.' }),
      { outcome: 'cancelled' },
    ],
    [{ status: 'executing' }, { outcome: 'unknown', waiting: 'result' }],
    [
      { status: 'success', result: 'plain' },
      { outcome: 'ok', text: 'plain' },
    ],
  ])('that answers %j', (call, verdict) => {
    expect(judgeCall('edit', call)).toMatchObject(verdict);
  });

  it('answers in parts', () => {
    const parts = [
      { functionResponse: { response: { output: 'a picture' } } },
      { inlineData: { data: 'x' } },
      { text: 'below' },
    ];
    expect(readAnswer({ result: parts })).toBe('a picture\nbelow');
  });
});

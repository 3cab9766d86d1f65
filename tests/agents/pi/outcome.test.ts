import { describe, expect, it } from 'vitest';
import { judgeResult } from '../../../src/agents/pi/outcome.ts';

const shell = (text: string, details?: unknown) => judgeResult('shell', text, true, details);

describe('results of pi', () => {
  it('have their exit code in the last paragraph, and what was printed before it', () => {
    expect(shell('ls: no such file\n\n\nCommand exited with code 2')).toEqual({
      outcome: 'failed',
      text: 'ls: no such file',
      exitCode: 2,
    });
    expect(shell('(no output)\n\nCommand exited with code 1')).toEqual({ outcome: 'failed', text: '', exitCode: 1 });
    expect(shell('Command exited with code 127')).toEqual({ outcome: 'failed', text: '', exitCode: 127 });
  });

  it('do not take what a command printed for how it ended', () => {
    const printed = 'Command exited with code 3\n\nmore\n\nCommand exited with code 1';
    expect(shell(printed)).toMatchObject({ exitCode: 1, text: 'Command exited with code 3\n\nmore' });
  });

  it('say first that a command ran out of time', () => {
    expect(shell('tick\ntock\n\nCommand timed out after 120 seconds')).toEqual({
      outcome: 'failed',
      text: 'Command timed out after 120 seconds\ntick\ntock',
    });
  });

  it('tell calls that a person stopped from those that never ran', () => {
    expect(shell('half\n\nCommand aborted')).toEqual({ outcome: 'cancelled', text: 'half', waiting: 'reply' });
    expect(judgeResult('edit', 'Operation aborted', true, {})).toMatchObject({
      outcome: 'cancelled',
      waiting: 'reply',
    });
    expect(shell('Skipped due to queued user message.')).toEqual({
      outcome: 'cancelled',
      text: 'Skipped due to queued user message.',
    });
    expect(judgeResult('read', 'anything', true, { __synthetic: true, executed: false }).outcome).toBe('cancelled');
    expect(judgeResult('edit', 'Tool execution was blocked by an extension', true, undefined).outcome).toBe('blocked');
    expect(judgeResult('edit', 'Tool call was rejected by the user', true, undefined).outcome).toBe('rejected');
  });

  it('are fine without the flag, whatever they say', () => {
    expect(judgeResult('shell', 'Command exited with code 1', false, undefined).outcome).toBe('ok');
    expect(judgeResult('shell', '(no output)', false, undefined)).toEqual({ outcome: 'ok', text: '' });
    expect(judgeResult('read', "ENOENT: no such file or directory, access '/x'", true, {}).outcome).toBe('failed');
  });
});

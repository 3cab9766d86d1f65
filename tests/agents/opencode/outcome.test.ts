import { describe, expect, it } from 'vitest';
import { judgeInvalid, judgeState } from '../../../src/agents/opencode/outcome.ts';

const error = (text: string) => judgeState('edit', { status: 'error', error: text });
const shell = (output: string, exit: number | null) =>
  judgeState('shell', { status: 'completed', output, metadata: { exit } });

describe('the state of a call', () => {
  it('is a failure by its status or by its exit code', () => {
    expect(error('Error: Could not find oldString in the file.')).toEqual({
      outcome: 'failed',
      text: 'Could not find oldString in the file.',
    });
    expect(shell('fatal: no such branch', 128)).toEqual({
      outcome: 'failed',
      text: 'fatal: no such branch',
      exitCode: 128,
    });
    expect(shell('fine', 0)).toEqual({ outcome: 'ok', text: 'fine', exitCode: 0 });
    expect(judgeState('read', { status: 'completed', output: 'x', metadata: { exit: 1 } }).outcome).toBe('ok');
  });

  it('is unknown until it has ended', () => {
    for (const status of ['pending', 'running', undefined]) {
      expect(judgeState('shell', { status })).toEqual({ outcome: 'unknown', text: '', waiting: 'result' });
    }
  });

  it('tells who said no', () => {
    const rejected = 'The user rejected permission to use this specific tool call';
    expect(error(`PermissionRejectedError: ${rejected}.`)).toMatchObject({ outcome: 'rejected', waiting: 'reply' });
    expect(error(`${rejected} with the following feedback: use the staging branch`)).toMatchObject({
      outcome: 'rejected',
      said: 'use the staging branch',
    });
    const rule =
      'The user has specified a rule which prevents you from using this specific tool call. Here are some: []';
    expect(error(rule)).toEqual({ outcome: 'blocked', text: `Permission: ${rule}` });
    const stopped = 'Stopped by a hardwon note from 5 past failures (L-001): Use `Read`.';
    expect(error(`Error: ${stopped}`)).toEqual({ outcome: 'blocked', text: stopped });
    expect(error('Tool execution aborted')).toMatchObject({ outcome: 'cancelled', waiting: 'reply' });
  });

  it('takes the note of the client out of what a command printed', () => {
    const note = (text: string) => `tick\n\n<bash_metadata>\n${text}\n</bash_metadata>`;
    expect(shell(note('bash tool terminated command after exceeding timeout 90000 ms'), null)).toEqual({
      outcome: 'failed',
      text: 'Command timed out after 1m 30s\ntick',
    });
    expect(shell(note('User aborted the command'), null)).toEqual({
      outcome: 'cancelled',
      text: 'tick',
      waiting: 'reply',
    });
    const quoted = `${note('User aborted the command')}\nand more`;
    expect(shell(quoted, 1)).toEqual({ outcome: 'failed', text: quoted, exitCode: 1 });
  });

  it('of a tool that is not there is a failure, though it is called completed', () => {
    const input = { tool: 'sail', error: "Model tried to call unavailable tool 'sail'." };
    expect(judgeInvalid({ status: 'completed', input, output: 'The arguments are invalid' })).toEqual({
      outcome: 'failed',
      text: input.error,
    });
  });
});

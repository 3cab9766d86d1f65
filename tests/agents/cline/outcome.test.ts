import { describe, expect, it } from 'vitest';
import { findDirectory, judgeResult } from '../../../src/agents/cline/outcome.ts';

const ERROR = 'The tool execution failed with the following error:\n<error>\nno such tide\n</error>';

describe('a tool', () => {
  it.each([
    [ERROR, { outcome: 'failed', text: 'no such tide' }],
    ["Missing value for required parameter 'path'. Please retry", { outcome: 'failed' }],
    [
      '{"status":"error","message":"The tool execution failed","error":"no tide"}',
      { outcome: 'failed', text: 'no tide' },
    ],
    [
      '{"status":"error","type":"access_denied","message":"Access blocked"}',
      { outcome: 'blocked', text: 'Permission: Access blocked' },
    ],
    [
      ERROR.replace('no such tide', 'Access to .env is blocked by the .clineignore file settings. You'),
      { outcome: 'blocked' },
    ],
    [
      'Unable to apply diff to file: /home/ada/quay/a.ts\n\n<error_details>\nNo sufficiently similar match found\n</error_details>',
      { outcome: 'failed', text: 'No sufficiently similar match found' },
    ],
    ['<error_details>\nno such line\n</error_details>', { outcome: 'failed', text: 'no such line' }],
    ['The user denied this operation.', { outcome: 'rejected', waiting: 'reply' }],
    [
      'The user denied this operation and said:\n<feedback>\nuse make\n</feedback>',
      { outcome: 'rejected', said: 'use make' },
    ],
    ['{"status":"denied","feedback":"use make"}', { outcome: 'rejected', said: 'use make' }],
    ['Tool [read_file] was not executed because a tool has already been used', { outcome: 'cancelled' }],
    ['{"status":"tide"}', { outcome: 'ok' }],
    ['{"status":', { outcome: 'ok', text: '{"status":' }],
  ])('that answers %j', (text, verdict) => {
    expect(judgeResult('edit', text)).toMatchObject(verdict);
  });

  it('is not judged by what it shows', () => {
    expect(judgeResult('read', `see: ${ERROR}`).outcome).toBe('ok');
    expect(judgeResult('read', '<error_details>\nno such line\n</error_details>').outcome).toBe('ok');
    expect(judgeResult('search', 'a.sh: make: *** [tide] Error 2').outcome).toBe('ok');
  });

  it.each([
    '<file><path>tide.md</path><error>File not found: tide.md</error></file>',
    '<files>\n<file><path>tide.md</path><error>Error reading file: File not found: tide.md</error></file>\n</files>',
  ])('that reads files may fail inside: %j', (text) => {
    expect(judgeResult('read', text)).toEqual({ outcome: 'failed', text: 'File not found: tide.md' });
  });
});

describe('a command', () => {
  const roo = (rest: string) => `Command executed in terminal 1 within working directory '/home/ada/quay'. ${rest}`;

  it.each([
    [roo('Exit code: 0\nOutput:\nbuilt'), { outcome: 'ok', text: 'built', exitCode: 0 }],
    [
      roo('Command execution was not successful, inspect.\nExit code: 2\nOutput:\nno rule'),
      { outcome: 'failed', text: 'no rule', exitCode: 2 },
    ],
    ['Command executed.\nOutput:\nbuilt\nExit code: 3', { outcome: 'unknown', text: 'built\nExit code: 3' }],
    ['Command executed.\nOutput:\nsh: 1: meke: not found', { outcome: 'failed', text: 'sh: 1: meke: not found' }],
    ['Command failed with exit code 2.\nOutput:\nno rule', { outcome: 'failed', exitCode: 2, text: 'no rule' }],
    ['Command executed.', { outcome: 'unknown', text: '' }],
    [
      'Command execution timed out after 30 seconds.',
      { outcome: 'failed', text: 'Command timed out after 30 seconds' },
    ],
    [
      "Command is still running in the user's terminal.\nHere's the output so far:\nwaiting",
      { outcome: 'unknown', text: 'waiting' },
    ],
  ])('that answers %j', (text, verdict) => {
    expect(judgeResult('shell', text, 'make')).toMatchObject(verdict);
  });

  it('tells where it ran', () => {
    expect(findDirectory(roo('Exit code: 0'))).toBe('/home/ada/quay');
    expect(findDirectory('Command executed.')).toBeUndefined();
  });
});

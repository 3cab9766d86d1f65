import { describe, expect, it } from 'vitest';
import type { Outcome, ToolKind } from '../../../src/agents/call.ts';
import { judgeError, judgeSuccess } from '../../../src/agents/claude-code/outcome.ts';

const rejection =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

describe('a result that is flagged as an error', () => {
  it.each<[string, ToolKind, string, Outcome, string?]>([
    [
      'a shell command that exits with a code',
      'shell',
      'Exit code 2\nfatal: no such branch',
      'failed',
      'fatal: no such branch',
    ],
    ['an exit code alone', 'shell', 'Exit code 1', 'failed', ''],
    ['a time-out', 'shell', 'Command timed out after 2m 0s\nstill compiling', 'failed'],
    [
      'a mistake in the arguments',
      'edit',
      '<tool_use_error>File has not been read yet.</tool_use_error>',
      'failed',
      'File has not been read yet.',
    ],
    ['an error of the system', 'read', "EISDIR: illegal operation on a directory, read '/home/dev'", 'failed'],
    ['an unusual error of a tool that is no shell', 'mcp', 'Entity not found: Issue', 'failed'],
    [
      'a shell that could not be started',
      'shell',
      "ENOENT: no such file or directory, posix_spawn '/bin/zsh'",
      'failed',
    ],
    [
      'a hook that gives its reason with a prefix',
      'read',
      'PreToolUse:Read hook error: Use the index',
      'blocked',
      'Use the index',
    ],
    [
      'a hook that ends with code 2',
      'shell',
      'PreToolUse:Bash hook error: ["node" "guard.mjs"]: No force pushes',
      'blocked',
      'No force pushes',
    ],
    [
      'bare text of a hook, for a shell',
      'shell',
      'Use the Read tool to read file contents',
      'blocked',
      'Use the Read tool to read file contents',
    ],
    [
      'the same text for another tool, which may be its own',
      'read',
      'Use the Read tool to read file contents',
      'failed',
    ],
    ['a permission rule', 'shell', 'Permission to use Bash with command rm -rf x has been denied.', 'blocked'],
    [
      'a missing permission',
      'write',
      'Claude requested permissions to write to /etc/hosts, but you have not granted it yet.',
      'blocked',
    ],
    [
      'a chain that needs approval',
      'shell',
      'This Bash command contains multiple operations. The following part requires approval: rm x',
      'blocked',
    ],
    ['a command that was given up', 'shell', 'Command was aborted before completion', 'cancelled'],
    ['a command that needs approval', 'shell', 'This command requires approval', 'blocked'],
    [
      'a classifier',
      'shell',
      'Permission for this action was denied by the Claude Code auto mode classifier. Reason: x',
      'blocked',
    ],
    [
      'an outage',
      'shell',
      'model-1 is temporarily unavailable, so auto mode cannot determine the safety of Bash right now.',
      'cancelled',
    ],
    ['a sibling that failed', 'shell', '<tool_use_error>Sibling tool call errored</tool_use_error>', 'cancelled'],
    [
      'a sibling that failed, newer',
      'shell',
      '<tool_use_error>Cancelled: parallel tool call Bash(make) errored</tool_use_error>',
      'cancelled',
    ],
    ['an interruption', 'task', '[Request interrupted by user for tool use]', 'cancelled'],
    [
      'an interruption that killed a command',
      'shell',
      'Exit code 137\n[Request interrupted by user for tool use]\nrunning',
      'cancelled',
    ],
    ['a plan that is not accepted', 'other', 'User chose to stay in plan mode and continue planning', 'rejected'],
  ])('%s', (_, kind, text, outcome, cleaned) => {
    const verdict = judgeError(kind, text, {});
    expect(verdict.outcome).toBe(outcome);
    if (cleaned !== undefined) expect(verdict.text).toBe(cleaned);
  });

  it('keeps what the user said when rejecting', () => {
    const text = `${rejection} To tell you how to proceed, the user said:\nno, use pnpm here`;
    expect(judgeError('shell', text, {})).toMatchObject({ outcome: 'rejected', said: 'no, use pnpm here' });
  });

  it('waits for the words of a user who rejected without any', () => {
    const verdict = judgeError(
      'shell',
      `${rejection} STOP what you are doing and wait for the user to tell you how to proceed.`,
      {},
    );
    expect(verdict).toMatchObject({ outcome: 'rejected', awaitsReply: true });
    expect(verdict.said).toBeUndefined();
  });

  it('takes a denial inside a subagent for the rejection that it is', () => {
    const text =
      'Permission for this tool use was denied. The tool use was rejected (eg. if it was a file edit). The user said:\nsplit it';
    expect(judgeError('edit', text, {})).toMatchObject({ outcome: 'rejected', said: 'split it' });
  });

  it('believes the kind of denial that the client notes', () => {
    expect(judgeError('mcp', 'some text', { denial: 'permission-rule' }).outcome).toBe('blocked');
    expect(judgeError('mcp', 'some text', { denial: 'user-rejected' }).outcome).toBe('rejected');
    expect(judgeError('mcp', 'some text', { denial: 'automode-unavailable' }).outcome).toBe('cancelled');
    expect(judgeError('read', 'some text', { decision: { decision: 'reject', source: 'hook' } }).outcome).toBe(
      'blocked',
    );
    expect(judgeError('read', 'some text', { decision: { decision: 'reject', source: 'user_reject' } }).outcome).toBe(
      'rejected',
    );
    expect(judgeError('read', 'some text', { decision: { decision: 'accept', source: 'config' } }).outcome).toBe(
      'failed',
    );
    expect(judgeError('read', 'some text', { hookDenied: true }).outcome).toBe('blocked');
  });

  it('does not take a command that failed for one that a hook stopped', () => {
    expect(judgeError('shell', 'Exit code 1\nUse the Read tool', { hookDenied: true }).outcome).toBe('failed');
  });

  it('leaves out what the client adds for the model', () => {
    const text = 'Exit code 1\nno such file<system-reminder>\nBe careful\n</system-reminder>';
    expect(judgeError('shell', text, {})).toEqual({ outcome: 'failed', exitCode: 1, text: 'no such file' });
  });
});

describe('a result without an error flag', () => {
  it('is a success', () => {
    expect(judgeSuccess('shell', 'all good', {})).toEqual({ outcome: 'ok', text: 'all good' });
  });

  it('is a failure where a page answers with 404', () => {
    expect(judgeSuccess('web', 'Not found', { httpStatus: 404 }).outcome).toBe('failed');
    expect(judgeSuccess('web', 'Found', { httpStatus: 200 }).outcome).toBe('ok');
    expect(judgeSuccess('mcp', 'Not found', { httpStatus: 404 }).outcome).toBe('ok');
  });

  it('has exit code 1 where the client read a meaning into it', () => {
    expect(judgeSuccess('shell', '', { interpreted: true })).toMatchObject({ outcome: 'ok', exitCode: 1 });
  });

  it('is cancelled where the command was stopped', () => {
    expect(judgeSuccess('shell', 'half', { interrupted: true })).toMatchObject({
      outcome: 'cancelled',
      awaitsReply: true,
    });
  });

  it('shows the preview of an output that was too large, and its real size', () => {
    const text =
      '<persisted-output>\nOutput too large (34.4KB). Full output saved to: /home/dev/x.txt\n\nPreview (first 2KB):\nfirst line\n...\n</persisted-output>';
    expect(judgeSuccess('shell', text, {})).toEqual({ outcome: 'ok', text: 'first line\n...', length: 35_226 });
  });
});

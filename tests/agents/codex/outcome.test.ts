import { describe, expect, it } from 'vitest';
import type { Outcome, ToolKind } from '../../../src/agents/call.ts';
import { readFrame } from '../../../src/agents/codex/frame.ts';
import { judgeResult } from '../../../src/agents/codex/outcome.ts';
import { ended } from './log.ts';

function judge(tool: ToolKind, name: string, raw: string) {
  return judgeResult(tool, name, readFrame(raw));
}

describe('a result', () => {
  const zsh = "exec_command failed for `/bin/zsh -lc 'make'`: CreateProcess { message: ";
  const cases: [Outcome, ToolKind, string, string, string?][] = [
    ['ok', 'shell', 'exec_command', ended(0, 'done'), 'done'],
    ['failed', 'shell', 'exec_command', ended(1, 'no'), 'no'],
    // What a program prints is no word of the client.
    ['ok', 'shell', 'exec_command', ended(0, 'exec command rejected by user'), 'exec command rejected by user'],
    [
      'failed',
      'shell',
      'exec_command',
      `${zsh}"No such file or directory (os error 2)" }`,
      'No such file or directory (os error 2)',
    ],
    ['rejected', 'shell', 'exec_command', `${zsh}"Rejected(\\"rejected by user\\")" }`, 'rejected by user'],
    ['rejected', 'shell', 'shell', 'exec command rejected by user'],
    ['rejected', 'edit', 'apply_patch', 'patch rejected by user'],
    ['rejected', 'mcp', 'mcp__tides__get', 'user rejected MCP tool call'],
    ['cancelled', 'shell', 'exec_command', 'aborted by user after 12.3s'],
    ['cancelled', 'shell', 'shell', 'aborted'],
    [
      'blocked',
      'shell',
      'exec_command',
      'Command blocked by PreToolUse hook: Use rg. Command: grep -r x. Command: y',
      'Use rg. Command: grep -r x',
    ],
    [
      'blocked',
      'mcp',
      'mcp__tides__get',
      'Tool call blocked by PreToolUse hook: Not today. Tool: mcp__tides__get',
      'Not today',
    ],
    [
      'blocked',
      'shell',
      'exec_command',
      `${zsh}"Rejected(\\"\`rm -rf /\` rejected: blocked by policy\\")" }`,
      'Permission denied by policy: `rm -rf /` rejected: blocked by policy',
    ],
    [
      'blocked',
      'shell',
      'exec_command',
      'approval policy is Never; reject command — you cannot ask for escalated permissions',
    ],
    [
      'blocked',
      'shell',
      'shell',
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: , stderr: touch: a: Read-only file system',
      'Permission denied by the sandbox: , stderr: touch: a: Read-only file system',
    ],
    ['failed', 'edit', 'apply_patch', 'apply_patch verification failed: Failed to find expected lines in /a.ts:\nx'],
    ['ok', 'edit', 'apply_patch', 'Success. Updated the following files:\nM a.ts'],
    ['ok', 'edit', 'apply_patch', '{}'],
    ['ok', 'edit', 'apply_patch', '{ }\n'],
    ['failed', 'edit', 'apply_patch', '{"error": "no such file"}'],
    ['failed', 'other', 'wait_agent', 'timeout_ms must be at least 10000'],
    ['ok', 'other', 'wait_agent', '{"message":"Wait timed out.","timed_out":true}'],
    ['ok', 'other', 'send_message', ''],
    ['ok', 'other', 'update_plan', 'Plan updated'],
    ['failed', 'other', 'lantern', 'unsupported call: lantern'],
    ['failed', 'other', 'update_plan', 'failed to parse function arguments: missing field `plan`'],
    ['ok', 'mcp', 'mcp__tides__get', 'Wall time: 0.1 seconds\nOutput:\nfailed to nothing'],
  ];
  it.each(cases)('is %s (%s %s %j)', (outcome, tool, name, raw, text) => {
    const verdict = judge(tool, name, raw);
    expect(verdict.outcome).toBe(outcome);
    if (text !== undefined) expect(verdict.text).toBe(text);
  });

  it('says which refusals a model decided: they are no rule', () => {
    const { outcome, text } = judge(
      'shell',
      'exec_command',
      'This action was rejected due to unacceptable risk.\nReason: no',
    );
    expect({ outcome, isAuto: /auto mode/.test(text) }).toEqual({ outcome: 'blocked', isAuto: true });
  });

  it('waits for the words of the user who stopped it', () => {
    expect(judge('shell', 'shell', 'exec command rejected by user')).toMatchObject({ awaitsReply: true });
    expect(judge('shell', 'shell', 'aborted by user after 1.0s')).toMatchObject({ awaitsReply: true });
  });

  it('tells a time limit in the words that causes are read from', () => {
    const timed = (time: number) =>
      `Exit code: 124\nWall time: 10 seconds\nOutput:\ncommand timed out after ${time} milliseconds\nhalf`;
    expect(judge('shell', 'shell_command', timed(10_000))).toEqual({
      outcome: 'failed',
      text: 'Command timed out after 10s\nhalf',
      exitCode: 124,
    });
    expect(judge('shell', 'shell_command', timed(125_000)).text).toBe('Command timed out after 2m 5s\nhalf');
  });

  it('is what an event says where the text does not', () => {
    const frame = readFrame('Wall time: 0.1 seconds\nOutput:\nno such tide');
    expect(judgeResult('mcp', 'mcp__tides__get', frame, { failed: true }).outcome).toBe('failed');
    expect(judgeResult('shell', 'exec_command', { text: 'no', framed: true }, { exitCode: 3 })).toMatchObject({
      outcome: 'failed',
      exitCode: 3,
    });
  });
});

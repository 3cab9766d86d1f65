import { describe, expect, it } from 'vitest';
import { joinOutput, readFrame } from '../../../src/agents/codex/frame.ts';
import { ended, running } from './log.ts';

describe('a frame', () => {
  const cases: [string, string, object][] = [
    ['exec_command', ended(2, 'no\n'), { text: 'no\n', exitCode: 2, framed: true }],
    [
      'a command that is repeated first',
      `Command: bash -lc 'for x in a b; do\n  cat "$x"\ndone'\n${ended(2, 'no\n')}`,
      { text: 'no\n', exitCode: 2, framed: true },
    ],
    ['a text that begins like one', 'Command: ls\nOutput: none', { text: 'Command: ls\nOutput: none', framed: false }],
    ['a process that runs', running(41, 'ready'), { text: 'ready', process: '41', framed: true }],
    ['shell_command', 'Exit code: 1\nWall time: 0.1 seconds\nOutput:\nno', { text: 'no', exitCode: 1, framed: true }],
    [
      'a long output',
      'Exit code: 0\nWall time: 0.1 seconds\nTotal output lines: 900\nOutput:\na',
      { text: 'a', exitCode: 0, framed: true },
    ],
    ['a negative code', 'Exit code: -1\nWall time: 0 seconds\nOutput:\n', { text: '', exitCode: -1, framed: true }],
    [
      'a carriage return',
      'Exit code: 1\r\nWall time: 0.1 seconds\r\nOutput:\r\nno\r\n',
      { text: 'no\r\n', exitCode: 1, framed: true },
    ],
    [
      'an older shell',
      '{"output":"no\\n","metadata":{"exit_code":1,"duration_seconds":0.2}}',
      { text: 'no\n', exitCode: 1, framed: true },
    ],
    [
      'a patch sent through the shell',
      'Wall time: 0.0000 seconds\nOutput:\nExit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.',
      { text: 'Success.', exitCode: 0, framed: true },
    ],
    ['an MCP tool', 'Wall time: 0.1 seconds\nOutput:\n{"a":1}', { text: '{"a":1}', framed: true }],
    [
      'an output that was cut',
      'Exit code: 0\nWall time: 1 seconds\nOutput:\nWarning: truncated output (original token count: 12)\nTotal output lines: 7\n\nfirst',
      { text: 'first', exitCode: 0, framed: true },
    ],
    ['a script', 'Script completed\nWall time 1.5 seconds\nOutput:\n', { text: '', script: 'completed', framed: true }],
    [
      'a script that runs',
      'Script running with cell ID 3\nWall time 10.0 seconds\nOutput:\n',
      { text: '', cell: '3', framed: true },
    ],
  ];
  it.each(cases)('of %s is taken off', (_, raw, frame) => {
    expect(readFrame(raw)).toEqual(frame);
  });

  it.each([
    'aborted by user after 3.1s',
    'Output: none',
    'Exit code: 1\nand more',
    'Exit code: 1',
    '{"output":"no"}',
    '{"output":',
    '',
  ])('is not seen in %j', (raw) => {
    expect(readFrame(raw)).toEqual({ text: raw, framed: false });
  });

  it('of an output that prints another one is the outer one', () => {
    expect(readFrame(ended(0, 'Exit code: 1\nWall time: 1 seconds\nOutput:\nno'))).toMatchObject({ exitCode: 0 });
  });
});

describe('an output', () => {
  it('is a text, a list of parts, or an object of early versions', () => {
    expect(joinOutput('a')).toBe('a');
    const parts = [
      { type: 'input_text', text: 'a' },
      { type: 'input_image', image_url: 'data:' },
      { type: 'input_text', text: 'b' },
    ];
    expect(joinOutput(parts)).toBe('a\nb');
    expect(joinOutput({ content: 'a', success: false })).toBe('a');
    expect(joinOutput(undefined)).toBe('');
  });
});

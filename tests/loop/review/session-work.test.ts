import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/agents/call.ts';
import { describeSession } from '../../../src/loop/review/session-work.ts';

function call(seq: number, rest: Partial<Call>): Call {
  return {
    id: `c${seq}`,
    agent: 'claude-code',
    session: 's',
    seq,
    tool: 'shell',
    name: 'Bash',
    input: {},
    outcome: 'ok',
    output: '',
    outputLength: 0,
    at: seq,
    ...rest,
  };
}

describe('describeSession', () => {
  it('tells what was asked, changed and run, in order', () => {
    const work = describeSession({
      agent: 'claude-code',
      session: 's',
      calls: [
        call(3, { input: { command: 'npm test' }, outcome: 'failed', exitCode: 1, output: 'no water' }),
        call(2, { tool: 'edit', name: 'Edit', input: { path: 'src/pier.ts', oldText: 'a\nb', newText: 'c' } }),
      ],
      messages: [{ session: 's', seq: 1, at: 1, text: 'Widen the pier' }],
      statements: [],
    });
    expect(work).toEqual({
      kind: 'session',
      name: 's',
      text: [
        '## The user said\nWiden the pier',
        '## Edit: src/pier.ts (ok)\n-a\n-b\n+c',
        '## Bash: npm test (failed, exit code 1)\nno water',
      ].join('\n\n'),
    });
  });

  it('keeps the end of a long output', () => {
    const { text } = describeSession({
      agent: 'a',
      session: 's',
      messages: [],
      statements: [],
      calls: [call(1, { output: `${'x'.repeat(5_000)}the end` })],
    });
    expect(text).toMatch(/…x+the end$/);
    expect(text.length).toBeLessThan(1_100);
  });
});

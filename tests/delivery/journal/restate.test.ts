import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../src/agents/call.ts';
import { makeRestater } from '../../../src/delivery/journal/restate.ts';
import { rewrittenPaths } from '../../../src/delivery/journal/rewritten.ts';
import { fromIndex } from '../../../src/redaction/redacted.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'hardwon-rewritten-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

function note(at: 0 | 1, ...lines: (object | string)[]): void {
  const path = rewrittenPaths(data)[at];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));
}

const call = (id: string): Call => ({
  ...{ id, agent: 'codex', session: 's', seq: 0, tool: 'shell', name: 'Bash', input: { command: 'python3 a.py' } },
  ...{ outcome: 'ok', output: 'loaded', outputLength: 6, at: 0 },
});
const log = fromIndex({
  agent: 'codex',
  session: 's',
  calls: [call('a'), call('b'), call('c')],
  messages: [],
  statements: [],
});
const outcomes = () =>
  makeRestater(data)(log)
    .calls.map(({ outcome }) => outcome)
    .join(' ');

describe('calls that ran in other words', () => {
  it('were not run as they were sent; all others were', () => {
    note(0, { agent: 'codex', session: 's', call: 'b' });
    note(1, { agent: 'codex', session: 's', call: 'c' });
    expect(outcomes()).toBe('ok unknown unknown');
  });

  it('are known by agent, session and call together', () => {
    note(0, { agent: 'gemini', session: 's', call: 'a' }, { agent: 'codex', session: 'other', call: 'b' });
    expect(outcomes()).toBe('ok ok ok');
  });

  it('are known by the ids that the client gave them', () => {
    note(0, { agent: 'codex', session: 's', call: 'a' }, { agent: 'codex', session: 's', call: 'c' });
    const counted = { ...log, calls: [call('s/a'), call('t/a'), call('c@s')] };
    expect(makeRestater(data)(fromIndex(counted)).calls.map(({ outcome }) => outcome)).toEqual([
      'unknown',
      'ok',
      'unknown',
    ]);
  });

  it('are none where nothing can be read, and a line that was cut is passed over', () => {
    expect(outcomes()).toBe('ok ok ok');
    note(0, '{"agent":"codex","ses', '\n', 'null\n', { agent: 'codex', session: 's', call: 'a' });
    expect(outcomes()).toBe('unknown ok ok');
    rmSync(rewrittenPaths(data)[0]);
    mkdirSync(rewrittenPaths(data)[0]);
    expect(outcomes()).toBe('ok ok ok');
  });
});

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ObservedFacts } from '../../src/live/session-facts.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'hardwon-facts-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const open = (session = 's') => new ObservedFacts(data, 'claude-code', session);

describe('SessionFacts', () => {
  it('keeps what was added, for the session and the subagent it belongs to', () => {
    open().add({ event: 'start' }, { told: ['L-001'] });
    open().add({ told: ['L-002'], thread: 'sub' }, { opened: ['L-003'] });
    expect(open().isComplete).toBe(true);
    expect(open().told(undefined)).toEqual(new Set(['L-001']));
    expect(open().told('sub')).toEqual(new Set(['L-002']));
    expect(open().inContext(undefined)).toEqual(new Set(['L-001', 'L-003']));
    open().add({ event: 'forgot' }, { opened: ['L-005'] });
    expect(open().inContext(undefined)).toEqual(new Set(['L-001', 'L-005']));
    open().add({ event: 'compact' }, { opened: ['L-004'] });
    expect(open().inContext(undefined)).toEqual(new Set(['L-004']));
    expect(open('other').all).toEqual([]);
    expect(open('other').isComplete).toBe(false);
  });

  it('does without a line that was cut', () => {
    open().add({ event: 'start' });
    appendFileSync(open().path, '{"told": ["L-0');
    appendFileSync(open().path, '\n{"told": ["L-002"]}\n');
    expect(open().told(undefined)).toEqual(new Set(['L-002']));
  });

  it('ends at a size, and still notes what was shown', () => {
    open().add(
      { event: 'start' },
      ...Array.from({ length: 9000 }, (_, n) => ({ id: `${n}`, read: `/${'x'.repeat(120)}/${n}` })),
    );
    expect(open()).toMatchObject({ isFull: true, isComplete: false });
    open().add({ read: '/later' }, { told: ['L-009'] });
    expect(readFileSync(open().path, 'utf8')).not.toContain('/later');
    expect(open().told(undefined)).toEqual(new Set(['L-009']));
  });
});

import { describe, expect, it } from 'vitest';
import { captureAll } from '../../../src/lifecycle/capture/capture-all.ts';
import { proposeFound } from '../../../src/lifecycle/capture/proposal.ts';
import { rejectEntry } from '../../../src/lifecycle/judge-entry.ts';
import type { NewEntry } from '../../../src/memory/entry-lesson.ts';
import { type Memory, parseMemory } from '../../../src/memory/memory.ts';
import { entryText, memoryOf, reread } from '../memories.ts';
import { find } from './finds.ts';

const now = new Date('2026-03-09T12:00:00Z');
const empty = parseMemory(undefined, '/harbour/.memory/harness-learnings.md');

function capture(memory: Memory, found: NewEntry, isHuman = false) {
  const done = captureAll(memory, [proposeFound(found, 'captured')], {
    now,
    rules: [],
    packages: { declares: () => true },
    isHuman,
    force: false,
  });
  return { memory: reread(done.memory), captured: done.outcome.captured[0] };
}

describe('captureFound', () => {
  it('counts a session once, however often it is looked at', () => {
    const once = capture(empty, find('2'));
    expect(once.captured).toMatchObject({ action: 'add', id: 'L-001', confidence: 'low', status: 'watching' });
    const again = capture(once.memory, find('2'));
    expect(again.captured).toMatchObject({ action: 'merge', id: 'L-001', occurrences: 1, isCounted: true });
    const other = capture(again.memory, find('3'));
    expect(other.captured).toMatchObject({ action: 'merge', occurrences: 2, confidence: 'medium' });
    expect([once.captured?.isCounted, other.captured?.isCounted]).toEqual([undefined, undefined]);
  });

  it('is ready where a person says yes', () => {
    expect(capture(empty, find('2'), true).captured).toMatchObject({ confidence: 'medium', status: 'ready' });
    const watched = capture(empty, find('2')).memory;
    expect(capture(watched, find('2'), true).captured).toMatchObject({
      action: 'merge',
      confidence: 'medium',
      status: 'ready',
    });
  });

  it('joins a lesson in a person’s words that says the same, which keeps its words and is known from then on', () => {
    const own = memoryOf(
      entryText('L-004', {
        Scope: 'tests/**',
        Guidance: 'before `make test`, run `make seed`!',
        'Last seen': '2026-03-01',
        'First seen': '2026-03-01',
      }),
    );
    const { memory, captured } = capture(own, find('2'));
    expect(captured).toMatchObject({
      action: 'merge',
      id: 'L-004',
      occurrences: 2,
      confidence: 'medium',
      status: 'ready',
    });
    expect(memory.entries).toMatchObject([
      { fingerprint: 'f00d', guidance: 'before `make test`, run `make seed`!', evidence: [{ call: 'c2' }] },
    ]);
    expect(capture(memory, find('2')).captured).toMatchObject({ action: 'merge', occurrences: 2 });
  });

  it('joins no lesson in other words: it names it', () => {
    const own = memoryOf(
      entryText('L-004', { Scope: 'tests/**', Guidance: 'Run `make seed` before `make test`!', Added: '2026-03-01' }),
    );
    const { memory, captured } = capture(own, find('2'));
    expect(captured).toMatchObject({ action: 'add', id: 'L-005', similar: 'L-004' });
    expect(memory.entries[1]?.similar).toBe('may be the same as L-004: hardwon merge L-004 L-005');
  });

  it('does not come back after it was rejected', () => {
    const known = capture(empty, find('2')).memory;
    const rejected = reread(rejectEntry(known, 'L-001', now));
    expect(capture(rejected, find('3')).captured).toMatchObject({ action: 'refused', reasons: [{ code: 'rejected' }] });
  });

  it('is held back while it contradicts another lesson', () => {
    const own = memoryOf(
      entryText('L-004', { Scope: 'tests/**', Guidance: 'Never run `make seed`.', 'Last seen': '2026-03-01' }),
    );
    const { memory, captured } = capture(own, find('2', { status: 'ready' }), true);
    expect(captured).toMatchObject({ action: 'add', id: 'L-005', conflicts: ['L-004'], status: 'watching' });
    const later = capture(memory, find('3', { status: 'ready' }));
    expect(later.memory.entries[1]).toMatchObject({ occurrences: 2, status: 'watching' });
  });
});

import { describe, expect, it } from 'vitest';
import { isKept, keepEntry } from '../../../src/lifecycle/promotion/kept.ts';
import { renderMemory } from '../../../src/memory/memory.ts';
import { entryText, memoryOf } from '../memories.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);

describe('keepEntry', () => {
  it('notes the day and how often it was seen, and touches no other line', () => {
    const text = entryText('L-001', { Occurrences: '5', Validated: '2026-01-01' });
    const kept = keepEntry(memoryOf(text), '1', on('2026-03-01'));
    expect(renderMemory(kept)).toBe(text.replace('- Validated', '- Kept: 2026-03-01 (seen 5 times)\n- Validated'));
    expect(kept.entries[0]?.kept).toBe('2026-03-01 (seen 5 times)');
    const again = keepEntry(kept, 'L-001', on('2026-05-01'));
    expect(again.entries[0]?.kept).toBe('2026-05-01 (seen 5 times)');
  });
});

describe('isKept', () => {
  it.each([
    ['2026-03-01 (seen 5 times)', 5, '2026-03-30', true],
    ['2026-03-01 (seen 5 times)', 5, '2026-03-31', false],
    ['2026-03-01 (seen 5 times)', 7, '2026-03-02', true],
    ['2026-03-01 (seen 5 times)', 8, '2026-03-02', false],
    ['2026-03-01 (seen once)', 4, '2026-03-02', false],
    ['2026-03-01', 50, '2026-03-02', true],
    ['for good', 5, '2026-03-02', false],
  ])('%s, seen %i times by now, on %s: %s', (kept, occurrences, day, expected) => {
    expect(isKept({ kept, occurrences }, on(day))).toBe(expected);
  });
});

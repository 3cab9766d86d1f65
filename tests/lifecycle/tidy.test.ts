import { describe, expect, it } from 'vitest';
import { MOST_ENTRIES, tidyMemory } from '../../src/lifecycle/tidy.ts';
import { renderMemory } from '../../src/memory/memory.ts';
import { entryText, levels, memoryOf, reread } from './memories.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('tidyMemory', () => {
  it('prunes what is low and older than 60 days, not what is as old', () => {
    const memory = memoryOf(entryText('L-001'), entryText('L-002', { Confidence: 'medium' }));
    expect(tidyMemory(memory, on('2026-03-02')).outcome.pruned).toEqual([]);
    const { memory: after, outcome } = tidyMemory(memory, on('2026-03-03'));
    expect(outcome.pruned).toEqual([{ id: 'L-001', title: 'Lesson L-001', days: 61 }]);
    expect(levels(reread(after))).toEqual(['L-002 medium']);
    expect(reread(after).graveyard.stones).toMatchObject([
      { id: 'L-001', departure: 'pruned', day: '2026-03-03', reason: 'of low confidence, and not seen for 61 days' },
    ]);
  });

  it('lowers what is medium and older than 120 days', () => {
    const memory = memoryOf(entryText('L-001', { Confidence: 'medium' }), entryText('L-002', { Confidence: 'high' }));
    expect(tidyMemory(memory, on('2026-05-01')).outcome.downgraded).toEqual([]);
    const { memory: after, outcome } = tidyMemory(memory, on('2026-05-02'));
    expect(ids(outcome.downgraded)).toEqual(['L-001']);
    expect(levels(reread(after))).toEqual(['L-001 low', 'L-002 high']);
  });

  it('leaves alone what is promoted or confirmed, and every other byte', () => {
    const promoted = entryText('L-001', { Promoted: 'AGENTS.md' });
    const confirmed = entryText('L-002', { Confidence: 'medium', Validated: '2026-01-02' });
    const memory = memoryOf('# Ours\n\nA note.\n', promoted, confirmed, entryText('L-003'), '# Afterwards\n\nMore.\n');
    const { memory: after } = tidyMemory(memory, on('2027-01-01'));
    expect(renderMemory(after)).toBe(
      ['# Ours\n\nA note.\n', promoted, confirmed, '# Afterwards\n\nMore.\n'].join('\n'),
    );
  });

  it('holds the cap: low ones older than 30 days go, high ones should be promoted; promoted ones do not count', () => {
    const fill = Array.from({ length: MOST_ENTRIES }, (_, n) =>
      entryText(`L-${n + 10}`, { Confidence: 'high', 'Last seen': '2026-02-01' }),
    );
    const weak = entryText('L-001');
    const fresh = entryText('L-002', { 'Last seen': '2026-01-20' });
    const promoted = entryText('L-003', { Confidence: 'high', Promoted: 'AGENTS.md' });
    const full = tidyMemory(memoryOf(...fill, promoted), on('2026-02-05')).outcome;
    expect([full.before, full.capped, full.promote]).toEqual([MOST_ENTRIES, [], []]);
    const { memory, outcome } = tidyMemory(memoryOf(...fill, weak, fresh, promoted), on('2026-02-05'));
    expect(ids(outcome.capped)).toEqual(['L-001']);
    expect(outcome.promote).toHaveLength(MOST_ENTRIES);
    expect(ids(outcome.promote)).not.toContain('L-003');
    expect([outcome.before, outcome.after]).toEqual([MOST_ENTRIES + 2, MOST_ENTRIES + 1]);
    expect(ids(memory.entries)).toContain('L-002');
  });

  it('takes an entry without a date for one that was just seen', () => {
    const text = entryText('L-001').replace(/- (First|Last) seen.*\n/g, '');
    expect(tidyMemory(memoryOf(text), on('2030-01-01')).outcome.pruned).toEqual([]);
  });

  it('counts from the day on which a lesson came into memory, where that is later', () => {
    const memory = memoryOf(entryText('L-001', { Added: '2026-06-01' }), entryText('L-002', { Confidence: 'medium' }));
    expect(ids(tidyMemory(memory, on('2026-07-31')).outcome.pruned)).toEqual([]);
    expect(ids(tidyMemory(memory, on('2026-08-01')).outcome.pruned)).toEqual(['L-001']);
  });

  it('takes no lesson for older than those with lower numbers: a clock that was behind made it', () => {
    const first = entryText('L-001', { Confidence: 'high', 'First seen': '2026-05-01', 'Last seen': '2026-05-01' });
    const behind = entryText('L-002', { 'First seen': '2025-07-05', 'Last seen': '2025-07-05' });
    expect(ids(tidyMemory(memoryOf(first, behind), on('2026-05-02')).outcome.pruned)).toEqual([]);
    expect(ids(tidyMemory(memoryOf(first, behind), on('2026-07-02')).outcome.pruned)).toEqual(['L-002']);
    // By its number, and not by its place in the file.
    expect(ids(tidyMemory(memoryOf(behind, first), on('2026-05-02')).outcome.pruned)).toEqual([]);
  });

  it('does nothing while a lesson is dated after today, and names it', () => {
    const old = entryText('L-001');
    const ahead = entryText('L-002', { Confidence: 'medium', 'Last seen': '2026-09-01' });
    const { memory, outcome } = tidyMemory(memoryOf(old, ahead), on('2026-06-01'));
    expect(outcome).toEqual({
      ...{ pruned: [], downgraded: [], capped: [], promote: [] },
      ...{ before: 2, after: 2, ahead: { id: 'L-002', day: '2026-09-01' } },
    });
    expect(levels(memory)).toEqual(['L-001 low', 'L-002 medium']);
    // A day is the difference between two time zones.
    expect(ids(tidyMemory(memoryOf(old, ahead), on('2026-08-31')).outcome.pruned)).toEqual(['L-001']);
  });

  it('leaves alone what has logs still, also over the cap, and asks only for what would go', () => {
    const pointers = (session: string) => `1 call\n  claude-code/${session}#toolu_1@2026-01-01T08:00:00Z`;
    const memory = memoryOf(
      entryText('L-001', { Evidence: pointers('there') }),
      entryText('L-002', { Evidence: pointers('gone') }),
      entryText('L-003', { Confidence: 'medium', Evidence: pointers('there') }),
      entryText('L-004', { Confidence: 'high', Evidence: pointers('never-asked') }),
    );
    const asked: string[] = [];
    const { outcome } = tidyMemory(memory, on('2026-12-01'), ({ evidence }) => {
      asked.push(...evidence.map(({ session }) => session));
      return evidence.some(({ session }) => session === 'there');
    });
    expect([ids(outcome.pruned), outcome.downgraded]).toEqual([['L-002'], []]);
    expect(asked).not.toContain('never-asked');
  });

  it('has nothing to do on the same day again', () => {
    const memory = memoryOf(entryText('L-001'), entryText('L-002'));
    const once = reread(tidyMemory(memory, on('2026-04-01')).memory);
    const twice = tidyMemory(once, on('2026-04-01'));
    expect(twice.outcome).toMatchObject({ pruned: [], downgraded: [], capped: [] });
    expect(renderMemory(twice.memory)).toBe(renderMemory(once));
  });
});

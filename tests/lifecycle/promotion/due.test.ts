import { describe, expect, it } from 'vitest';
import { findDue, findMissing } from '../../../src/lifecycle/promotion/due.ts';
import { entryText, memoryOf } from '../memories.ts';

const now = new Date('2026-03-09T00:00:00Z');
const due = { Confidence: 'high', Occurrences: '3', 'Last seen': '2026-03-01' };
const missing = (fields: Record<string, string>) =>
  memoryOf(entryText('L-001', { ...due, ...fields })).entries.flatMap((entry) => findMissing(entry, now));

describe('findDue', () => {
  it('takes sure lessons that were seen three times, the most valuable first', () => {
    const { entries } = memoryOf(
      entryText('L-001', due),
      entryText('L-002', { ...due, Occurrences: '2' }),
      entryText('L-003', { ...due, Confidence: 'medium' }),
      entryText('L-004', { ...due, Occurrences: '9' }),
    );
    expect(findDue(entries, now).map(({ id }) => id)).toEqual(['L-004', 'L-001']);
  });

  it.each<[string, Record<string, string>, string]>([
    ['of medium confidence', { Confidence: 'medium' }, 'its confidence is medium, not high'],
    ['seen twice', { Occurrences: '2' }, 'it was seen twice, not 3 times'],
    ['promoted', { Promoted: 'AGENTS.md' }, 'it is promoted already, to AGENTS.md'],
    ['retired', { Status: 'retired' }, 'it is retired'],
    ['imported and not reviewed', { Status: 'watching' }, 'it waits for your confirmation (hardwon confirm L-001)'],
    ['in conflict', { CONFLICT: 'may contradict L-004' }, 'it has a conflict: may contradict L-004'],
    ['of one machine', { Reach: 'machine' }, 'it holds for one machine only, and a promotion is for everybody'],
    ['about a missing path', { Kind: 'missing-path' }, 'it may be temporary, and a promotion is permanent'],
    ['about a service that was down', { Kind: 'retry' }, 'it may be temporary, and a promotion is permanent'],
    [
      'kept',
      { Kept: '2026-03-01 (seen 3 times)' },
      'it was kept as a lesson on 2026-03-01 (seen 3 times); hardwon asks again after 30 days or 3 more occurrences',
    ],
  ])('leaves out one that is %s, and says why', (_, fields, reason) => {
    expect(missing(fields)).toEqual([reason]);
  });

  it('names all that is missing', () => {
    expect(missing({ Confidence: 'low', Occurrences: '1' })).toEqual([
      'its confidence is low, not high',
      'it was seen once, not 3 times',
    ]);
  });
});

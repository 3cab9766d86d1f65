import { describe, expect, it } from 'vitest';
import { findEntries } from '../../src/memory/find-entries.ts';
import { entryText, memoryOf } from '../lifecycle/memories.ts';

const { entries } = memoryOf(
  entryText('L-001', { Guidance: 'Run `make seed` first.', Kind: 'prerequisite', Phase: 'verify' }, 'Tables'),
  entryText('L-002', { Guidance: 'Nothing.', Confidence: 'high', Trigger: 'Bash(quay *)' }, 'Make the quay'),
  entryText('L-003', { Guidance: 'Use `make quay`.', Status: 'retired', Scope: 'web/**' }, 'Other'),
);
const find = (filter: Parameters<typeof findEntries>[1]) => findEntries(entries, filter).map(({ id }) => id);

describe('findEntries', () => {
  it('finds all words anywhere, those in a title first', () => {
    expect(find({ words: 'make' })).toEqual(['L-002', 'L-001', 'L-003']);
    expect(find({ words: ' MAKE  quay ' })).toEqual(['L-002', 'L-003']);
    expect(find({ words: 'bash(quay' })).toEqual(['L-002']);
    expect(find({ words: 'web/ quay' })).toEqual(['L-003']);
    expect(find({ words: 'l-001' })).toEqual(['L-001']);
    expect(find({ words: 'make nowhere' })).toEqual([]);
  });

  it('filters by what a lesson is, all of it at once', () => {
    expect(find({})).toEqual(['L-001', 'L-002', 'L-003']);
    expect(find({ kind: 'prerequisite' })).toEqual(['L-001']);
    expect(find({ status: 'retired' })).toEqual(['L-003']);
    expect(find({ confidence: 'high' })).toEqual(['L-002']);
    expect(find({ phase: 'verify' })).toEqual(['L-001']);
    expect(find({ words: 'make', status: 'retired', confidence: 'high' })).toEqual([]);
  });
});

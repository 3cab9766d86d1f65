import { describe, expect, it } from 'vitest';
import { dropStaleMarks } from '../../../src/lifecycle/capture/conflict.ts';
import {
  type ConflictDecision,
  listDisputes,
  settleConflict,
} from '../../../src/lifecycle/capture/resolve-conflict.ts';
import { restoreEntry } from '../../../src/lifecycle/judge-entry.ts';
import { renderMemory } from '../../../src/memory/memory.ts';
import { entryText, memoryOf, reread } from '../memories.ts';

const now = new Date('2026-03-09T12:00:00Z');
const disputed = () =>
  memoryOf(
    entryText('L-001', { Guidance: 'Run `make seed`.', Confidence: 'high', CONFLICT: 'may contradict L-002' }),
    entryText('L-002', { Guidance: 'Never run `make seed`.', CONFLICT: 'may contradict L-001', Status: 'watching' }),
    entryText('L-003', { Guidance: 'Keep `docs/` short.' }),
  );
const decide = (decision: ConflictDecision, id = 'L-002') =>
  reread(settleConflict(disputed(), id, decision, now).memory);
const facts = (memory: ReturnType<typeof disputed>) =>
  memory.entries.map(({ id, confidence, status, conflict }) => [id, confidence, status, conflict]);

describe('settle', () => {
  it('keeps one and buries the other, without its mark', () => {
    const memory = decide({ keep: '2' });
    expect(facts(memory)).toEqual([
      ['L-002', 'medium', 'ready', undefined],
      ['L-003', 'low', 'watching', undefined],
    ]);
    expect(memory.graveyard.stones).toMatchObject([
      { id: 'L-001', departure: 'rejected', reason: 'L-002 says the opposite, and is right' },
    ]);
    expect(restoreEntry(memory, 'L-001', now).memory.entries.at(-1)?.conflict).toBeUndefined();
  });

  it('drops one, whichever of them was named', () => {
    for (const id of ['L-001', 'L-002'])
      expect(facts(decide({ drop: 'L-002' }, id))[0]).toEqual(['L-001', 'high', 'ready', undefined]);
  });

  it('keeps both, each where it holds', () => {
    const memory = decide({ both: true, scopes: new Map([['L-002', ['web/**']]]) });
    expect(facts(memory).slice(0, 2)).toEqual([
      ['L-001', 'high', 'ready', undefined],
      ['L-002', 'low', 'watching', undefined],
    ]);
    expect(memory.entries[1]?.scope).toEqual(['web/**']);
    expect(renderMemory(memory)).not.toMatch(/CONFLICT|Status/);
  });

  it('refuses what is no part of it', () => {
    expect(() => decide({ keep: 'L-003' })).toThrow('L-003 is not part of this conflict.');
    expect(() => decide({ both: true, scopes: new Map([['L-003', ['a/**']]]) })).toThrow(
      'L-003 is not part of this conflict.',
    );
    expect(() => settleConflict(disputed(), 'L-003', { keep: 'L-003' }, now)).toThrow('L-003 contradicts nothing.');
  });

  it('leaves other conflicts open', () => {
    const memory = memoryOf(
      entryText('L-001', { CONFLICT: 'may contradict L-002, L-003' }),
      entryText('L-002', { CONFLICT: 'may contradict L-001' }),
      entryText('L-003', { CONFLICT: 'may contradict L-001' }),
    );
    expect(listDisputes(memory).map(({ lesson, others }) => [lesson.id, others.map(({ id }) => id)])).toEqual([
      ['L-001', ['L-002', 'L-003']],
    ]);
    const after = reread(settleConflict(memory, 'L-002', { drop: 'L-002' }, now).memory);
    expect(after.entries.map(({ id, conflict }) => [id, conflict])).toEqual([
      ['L-001', 'may contradict L-003'],
      ['L-003', 'may contradict L-001'],
    ]);
  });
});

describe('dropStaleMarks', () => {
  it('takes away marks that name lessons which are gone', () => {
    const memory = memoryOf(entryText('L-001', { CONFLICT: 'may contradict L-009' }), entryText('L-002'));
    expect(dropStaleMarks(memory).entries[0]?.conflict).toBeUndefined();
    expect(renderMemory(dropStaleMarks(disputed()))).toBe(renderMemory(disputed()));
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consult, consultText } from '../../../src/lifecycle/consult/consult.ts';
import type { Task } from '../../../src/lifecycle/consult/match-entry.ts';
import { entryText } from '../memories.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const API: Task = { phase: 'implement', files: ['src/api/berths.ts'] };
const ask = (entries: readonly string[], task = API) => consultText(entries.join('\n'), 'memory.md', task, NOW);
const idsOf = (entries: readonly string[], task = API) => ask(entries, task).lessons.map(({ entry }) => entry.id);

describe('consult', () => {
  it('has nothing to say where there is no memory', async () => {
    const root = await mkdtemp(join(tmpdir(), 'hardwon-consult-'));
    expect(await consult(root, API, NOW)).toMatchObject({ entries: 0, lessons: [], skippedLow: 0, notices: [] });
    await rm(root, { recursive: true });
  });

  it('has high confidence applied, medium recommended and low noted', () => {
    const levels = ['low', 'medium', 'high'].map((Confidence, index) => entryText(`L-00${index + 1}`, { Confidence }));
    expect(ask(levels).lessons.map(({ entry, signal }) => `${entry.id} ${signal}`)).toEqual([
      'L-003 apply',
      'L-002 recommend',
      'L-001 note',
    ]);
  });

  it('only notes what waits for review, however sure it calls itself', () => {
    const imported = entryText('L-001', { Confidence: 'high', Status: 'watching' });
    expect(ask([imported]).lessons).toMatchObject([{ signal: 'note' }]);
  });

  it('puts what matches by scope and phase first, then scope, then phase', () => {
    const entries = [
      entryText('L-001', { Scope: '(everywhere)' }),
      entryText('L-002', { Phase: 'review' }),
      entryText('L-003', {}),
    ];
    expect(idsOf(entries)).toEqual(['L-003', 'L-002', 'L-001']);
  });

  it('puts what is worth more first among equals', () => {
    const entries = ['1', '9', '4'].map((Occurrences, index) => entryText(`L-00${index + 1}`, { Occurrences }));
    expect(idsOf(entries)).toEqual(['L-002', 'L-003', 'L-001']);
  });

  it('puts prerequisites first before verifying', () => {
    const entries = [
      entryText('L-001', { Phase: 'verify', Kind: 'command', Occurrences: '9' }),
      entryText('L-002', { Phase: 'verify', Kind: 'prerequisite' }),
    ];
    expect(idsOf(entries, { ...API, phase: 'verify' })).toEqual(['L-002', 'L-001']);
    expect(idsOf(entries, { ...API, phase: 'debug' })).toEqual(['L-001', 'L-002']);
  });

  it('puts what has its rule elsewhere last', () => {
    const entries = [entryText('L-001', { Confidence: 'high', Promoted: 'AGENTS.md' }), entryText('L-002', {})];
    expect(idsOf(entries)).toEqual(['L-002', 'L-001']);
  });

  it('skips those of low confidence over 100 entries, and counts those that match', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        entryText(`L-${String(index + 1).padStart(3, '0')}`, {
          Confidence: index % 2 === 0 ? 'low' : 'high',
          Scope: index < 4 ? 'src/api/**' : 'docs/**',
        }),
      );
    expect(ask(many(100))).toMatchObject({ entries: 100, skippedLow: 0, lessons: { length: 4 } });
    expect(ask(many(101))).toMatchObject({ entries: 101, skippedLow: 2, lessons: { length: 2 } });
    expect(ask(many(101)).lessons.map(({ entry }) => entry.confidence)).toEqual(['high', 'high']);
  });
});

import { describe, expect, it } from 'vitest';
import { entryMatcher, type Task } from '../../../src/lifecycle/consult/match-entry.ts';
import { PHASES } from '../../../src/memory/phases.ts';
import { entryText, memoryOf } from '../memories.ts';

/** Lessons by what they are; every phase is asked about each of them. */
const lessons = memoryOf(
  entryText('L-001', { Phase: 'implement', Scope: 'src/api/**' }),
  entryText('L-002', { Phase: 'verify', Scope: 'src/api/**' }),
  entryText('L-003', { Phase: 'review', Scope: 'src/web/**' }),
  entryText('L-004', { Phase: 'debug', Scope: 'src/web/**' }),
  entryText('L-005', { Phase: 'implement', Scope: 'src/web/**', Dimension: 'architecture' }),
  entryText('L-006', { Phase: 'implement', Scope: 'src/web/**', Dimension: 'Behaviour' }),
  entryText('L-007', { Phase: 'implement', Scope: '(everywhere)' }),
  entryText('L-008', { Phase: 'Verify', Scope: '(everywhere)' }),
  entryText('L-009', { Phase: 'plan', Scope: '(everywhere)' }),
  entryText('L-010', { Phase: 'implement', Scope: 'src/web/**', Kind: 'prerequisite' }),
  entryText('L-011', { Phase: 'implement', Scope: 'src/api/**', Status: 'retired' }),
  entryText('L-012', { Phase: 'plan', Scope: 'src/web/**' }),
).entries;

const ask = (task: Task) => {
  const match = entryMatcher(task);
  return lessons.flatMap((lesson) => (match(lesson) ? [Number(lesson.id.slice(2))] : [])).join(' ');
};

describe('entryMatcher', () => {
  it.each([
    ['implement', '1 2 7'],
    ['verify', '2 8'],
    ['review', '1 2'],
    ['plan', '5 9'],
    ['specify', '6'],
    ['refine', '1 2'],
    ['debug', '1 2 4'],
  ] as const)('goes by the row of %s where files are known', (phase, expected) => {
    expect(ask({ phase, files: ['src/api/berths.ts'] })).toBe(expected);
  });

  it.each([
    ['implement', '1 5 6 7 10'],
    ['verify', '2 8 10'],
    ['review', '3'],
    ['plan', '5 9'],
    ['specify', '6'],
    ['refine', ''],
    ['debug', '4'],
  ] as const)('goes by the phase %s where none are', (phase, expected) => {
    expect(ask({ phase, files: [] })).toBe(expected);
  });

  it('says why', () => {
    const match = entryMatcher({ phase: 'verify', files: ['src/api/a.ts', 'docs/b.md', 'src/api/c.ts'] });
    expect(lessons.map(match).filter(Boolean)).toEqual([
      { files: ['src/api/a.ts', 'src/api/c.ts'], byPhase: true },
      { files: [], byPhase: true },
    ]);
    const plan = entryMatcher({ phase: 'plan', files: ['src/web/a.ts'] });
    expect(lessons.map(plan).filter(Boolean)).toEqual([
      { files: ['src/web/a.ts'], byPhase: false, byDimension: 'architecture' },
      { files: [], byPhase: true },
    ]);
  });

  it('takes only what regulates the dimension that was asked for', () => {
    expect(ask({ phase: 'implement', files: ['src/web/a.ts'], dimension: 'behaviour' })).toBe('6');
    // In a phase that goes by dimension, instead of its own.
    expect(ask({ phase: 'plan', files: [], dimension: 'behaviour' })).toBe('6');
  });

  it('understands an entry that names two phases', () => {
    const [both] = memoryOf(entryText('L-001', { Phase: 'verify, Review', Scope: '(everywhere)' })).entries;
    const phases = PHASES.filter((phase) => both && entryMatcher({ phase, files: [] })(both));
    expect(phases).toEqual(['verify', 'review']);
  });

  it('never takes what is retired', () => {
    for (const phase of PHASES) expect(ask({ phase, files: ['**'] }).split(' ')).not.toContain('11');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { costInFile, lessonValue, selectWithinBudget } from '../../src/delivery/budget.ts';
import { replaceBlock } from '../../src/delivery/markers.ts';
import { renderLessons } from '../../src/delivery/render.ts';
import { fingerprint } from '../../src/lessons/fingerprint.ts';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { estimateTokens } from '../../src/shared/estimate-tokens.ts';
import { makeTold } from '../memory/lessons.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ids = (lessons: Lesson[]) => lessons.map((lesson) => lesson.id);

describe('estimateTokens', () => {
  it('is a little more than a token per four characters, and much more beyond ASCII', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('a'.repeat(70))).toBe(20);
    expect(estimateTokens('漢字')).toBe(3);
  });
});

describe('lessonValue', () => {
  const better = (parts: Partial<Lesson>, than: Partial<Lesson>) =>
    lessonValue(makeTold(parts), NOW) > lessonValue(makeTold(than), NOW);

  it('grows with repetition, calls, minutes and tokens lost, and confidence, and falls with age', () => {
    expect(better({ occurrences: 9, wastedCalls: 12 }, { occurrences: 3, wastedCalls: 4 })).toBe(true);
    expect(better({ sessions: 4 }, { sessions: 2 })).toBe(true);
    expect(better({ wastedCalls: 30 }, { wastedCalls: 3 })).toBe(true);
    expect(better({ wastedMinutes: 30, wastedTokens: 0 }, { wastedMinutes: 1, wastedTokens: 0 })).toBe(true);
    expect(better({ wastedMinutes: 1, wastedTokens: 9000 }, { wastedMinutes: 1, wastedTokens: 900 })).toBe(true);
    expect(better({ confidence: 'high' }, { confidence: 'low' })).toBe(true);
    expect(better({ lastSeen: '2026-02-28' }, { lastSeen: '2025-02-28' })).toBe(true);
  });

  it('takes a dear first sight for less than what costs the same each time', () => {
    expect(
      better({ occurrences: 6, sessions: 3, wastedCalls: 60 }, { occurrences: 1, sessions: 1, wastedCalls: 60 }),
    ).toBe(true);
  });

  it('keeps the order of two lessons, whenever one looks', () => {
    const day = fc.integer({ min: 0, max: 900 }).map((days) => new Date(Date.UTC(2023, 0, 1 + days)).toISOString());
    const lesson = fc.record({ lastSeen: day, occurrences: fc.nat(50), sessions: fc.nat(9) }).map(makeTold);
    fc.assert(
      fc.property(lesson, lesson, fc.nat(500), (first, second, days) => {
        const later = new Date(NOW.getTime() + days * 86_400_000);
        const difference = (now: Date) => lessonValue(first, now) / lessonValue(second, now);
        expect(difference(later)).toBeCloseTo(difference(NOW), 6);
      }),
    );
  });
});

describe('selectWithinBudget', () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    makeTold({
      id: `L-${String(n + 1).padStart(3, '0')}`,
      sessions: n + 1,
      guidance: `Use \`tool-${n}\` ${'and so on '.repeat((59 - n) % 7)}.`,
      kind: n % 2 ? 'path' : 'command',
    }),
  );

  it('takes the best and stays within the budget', () => {
    const { delivered, leftOut, tokens } = selectWithinBudget(many, 400, NOW);
    expect(delivered[0]?.id).toBe('L-060');
    expect(delivered.length + leftOut.length).toBe(60);
    expect(leftOut.length).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(400);
    expect(estimateTokens(replaceBlock('', renderLessons(delivered), 'f'))).toBeLessThanOrEqual(tokens);
  });

  it('says the same in whatever order the lessons come', () => {
    expect(selectWithinBudget(many.toReversed(), 400, NOW)).toEqual(selectWithinBudget(many, 400, NOW));
  });

  it('lets general facts wait for those of project, machine and user', () => {
    const general = makeTold({ id: 'L-001', reach: 'general', occurrences: 99, sessions: 50 });
    const own = (['project', 'machine', 'user'] as const).map((reach, n) =>
      makeTold({ id: `L-00${n + 2}`, reach, occurrences: 1, sessions: 1 }),
    );
    expect(ids(selectWithinBudget([general, ...own], DEFAULTS.budget, NOW).delivered).at(-1)).toBe('L-001');
  });

  it('lets rules that the tools of agents state wait for all else, unless they tell what is wrong in this project', () => {
    const rule = { id: 'L-001', fingerprint: fingerprint('tool-habit', 'edit-exact-text'), sessions: 50 };
    const habit = makeTold({ ...rule, reach: 'general' });
    const general = makeTold({ id: 'L-002', reach: 'general', sessions: 1 });
    expect(ids(selectWithinBudget([habit, general], DEFAULTS.budget, NOW).delivered)).toEqual(['L-002', 'L-001']);
    expect(ids(selectWithinBudget([makeTold(rule), general], DEFAULTS.budget, NOW).delivered)).toEqual([
      'L-001',
      'L-002',
    ]);
  });

  it('prefers what is worth more for its tokens', () => {
    const long = makeTold({ id: 'L-001', sessions: 4, guidance: 'word '.repeat(120) });
    const short = ['L-002', 'L-003', 'L-004'].map((id) => makeTold({ id, sessions: 3 }));
    expect(ids(selectWithinBudget([long, ...short], 280, NOW).delivered)).toEqual(['L-002', 'L-003', 'L-004']);
  });

  it('passes over what is too long and goes on with what fits', () => {
    const long = makeTold({ id: 'L-001', occurrences: 50, guidance: 'word '.repeat(190) });
    const short = makeTold({ id: 'L-002', occurrences: 1 });
    const { delivered, leftOut } = selectWithinBudget([long, short], 200, NOW);
    expect([ids(delivered), ids(leftOut)]).toEqual([['L-002'], ['L-001']]);
  });

  it('pays for headings once', () => {
    const [first, second] = [makeTold({ id: 'L-001' }), makeTold({ id: 'L-002' })];
    const { own, shared } = costInFile(first, 'CLAUDE.md');
    const frame = shared.reduce((sum, part) => sum + part.tokens, 0);
    expect(selectWithinBudget([first, second], 9_999, NOW).tokens).toBe(frame + own * 2);
    expect(selectWithinBudget([first, second], 0, NOW).delivered).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earnsLine, spareLines } from '../../src/delivery/earns-line.ts';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { makeLesson } from '../memory/lessons.ts';

const trigger = { rule: 'Bash(quay push * --fast *)', failed: 2, succeeded: 0 };
const cheap = (parts: Partial<Lesson> = {}) =>
  makeLesson({
    guidance: 'Run `quay push` without `--fast`: it fails with `unknown flag: --fast`.',
    trigger,
    occurrences: 2,
    sessions: 2,
    wastedCalls: 2,
    ...parts,
  });

describe('whether a lesson is worth a line', () => {
  it('is told from what it cost and how often it comes up in a session', () => {
    expect(earnsLine(cheap(), 4)).toBe(true);
    expect(earnsLine(cheap(), 60)).toBe(false);
    expect(earnsLine(cheap({ occurrences: 20, sessions: 15, wastedCalls: 25 }), 60)).toBe(true);
    expect(earnsLine(cheap({ wastedCalls: 40, wastedMinutes: 30 }), 60)).toBe(true);
  });

  it('asks less of what no hook can say before the call', () => {
    const { trigger: _none, ...quiet } = cheap();
    expect(earnsLine(quiet, 60)).toBe(true);
    expect(earnsLine(cheap({ trigger: { ...trigger, failed: 2, succeeded: 40 } }), 60)).toBe(true);
    expect(earnsLine(quiet, 400)).toBe(false);
  });

  it('is no question of what people said or other tools found, or of what is not told', () => {
    expect(earnsLine(cheap({ kind: 'preference' }), 400)).toBe(true);
    expect(earnsLine(cheap({ origin: 'captured on 2026-02-01' }), 400)).toBe(true);
    expect(earnsLine(cheap({ evidence: [] }), 400)).toBe(true);
    expect(earnsLine(cheap({ status: 'watching' }), 400)).toBe(true);
  });

  it('never changes back by sessions without the mistake, nor by a longer line', () => {
    const counts = fc.record({
      occurrences: fc.integer({ min: 1, max: 60 }),
      sessions: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(counts, fc.nat(500), fc.nat(500), fc.nat(300), (seen, sessions, more, longer) => {
        const lesson = cheap({ ...seen, wastedCalls: seen.occurrences });
        const long = { ...lesson, guidance: `${lesson.guidance}${' and'.repeat(longer)}` };
        if (earnsLine(long, sessions + more)) expect(earnsLine(lesson, sessions)).toBe(true);
      }),
    );
  });

  it('counts the sessions since it was first seen, that one included', () => {
    const first = Date.parse(cheap().firstSeen);
    const before = Array.from({ length: 100 }, (_, index) => first - 1 - index);
    const after = Array.from({ length: 100 }, (_, index) => first + index);
    expect(spareLines([cheap()], before)[0]?.told).toBeUndefined();
    expect(spareLines([cheap()], after)[0]?.told).toBe('on match');
  });
});

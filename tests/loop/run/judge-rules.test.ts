import { describe, expect, it } from 'vitest';
import { compareAttempts, countLost, judgeRule } from '../../../src/loop/run/judge-rules.ts';
import type { TestFigures } from '../../../src/loop/run/run-record.ts';

const figures = (passed: number, failing: string[] = [], rest: Partial<TestFigures> = {}): TestFigures => ({
  outcome: failing.length > 0 ? 'failed' : 'passed',
  passed,
  failed: failing.length,
  skipped: 0,
  failing,
  flaky: [],
  parsed: true,
  durationMs: 1,
  ...rest,
});

describe('countLost', () => {
  it('counts tests that are gone where the others pass', () => {
    expect(countLost(figures(3), [figures(3, ['oil', 'wick'])])).toBe(2);
    expect(countLost(figures(0, [], { outcome: 'no-tests' }), [figures(3)])).toBe(3);
    expect(countLost(figures(6), [figures(3, ['oil', 'wick'])])).toBe(0);
  });

  it('does not take a run that stopped at its first failure for one with fewer tests', () => {
    expect(countLost(figures(2, ['oil']), [figures(10)])).toBe(0);
  });

  it('does not ask an attempt for the tests that another one added', () => {
    expect(countLost(figures(5), [figures(4, ['oil']), figures(7, ['wick'])])).toBe(0);
  });

  it('counts from the first attempt whose tests could be read where there were none before', () => {
    const broken = figures(0, [], { outcome: 'errored', parsed: false });
    expect(countLost(figures(5), [broken, figures(5, ['oil'])])).toBe(1);
    expect(countLost(figures(5), [broken])).toBe(0);
  });
});

describe('judgeRule', () => {
  const rule = { number: 1, failing: ['oil', 'wick'] };
  const known = [figures(3, ['oil', 'wick'])];
  const judge = (tests: TestFigures, passed = false) =>
    judgeRule(rule, { tests, passed, files: ['lamp.js'], rules: [1] }, known);

  it('says of a rule what became of the tests that it was made for', () => {
    expect(judge(figures(5), true)).toBe('unproven');
    expect(judge(figures(4, ['wick']))).toBe('partly');
    expect(judge(figures(3, ['oil', 'wick']))).toBe('no-help');
  });

  it('says nothing good of one with which others fail, or with which fewer tests ran', () => {
    expect(judge(figures(4, ['glass']))).toBe('no-help');
    expect(judge(figures(1, ['wick']))).toBe('no-help');
  });

  it('does not believe in one that the attempt was not given, or that changed nothing', () => {
    const passed = { tests: figures(5), passed: true };
    expect(judgeRule(rule, { ...passed, files: [], rules: [1] }, known)).toBe('no-help');
    expect(judgeRule(rule, { ...passed, files: ['lamp.js'], rules: [2] }, known)).toBe('untried');
  });
});

describe('compareAttempts', () => {
  const compare = (given: [number, number], without: [number, number]) =>
    compareAttempts({
      with: { passed: given[0], attempts: given[1] },
      without: { passed: without[0], attempts: without[1] },
    });

  it('believes in a rule with which more attempts pass than without', () => {
    expect(compare([1, 1], [0, 1])).toBe('helped');
    expect(compare([2, 3], [1, 3])).toBe('helped');
    expect(compare([1, 1], [1, 1])).toBe('not-needed');
    expect(compare([1, 3], [2, 3])).toBe('not-needed');
    expect(compare([1, 1], [0, 0])).toBe('unproven');
  });
});

import type { Attempt, GivenRule, RuleVerdict, TestFigures } from './run-record.ts';

/**
 * What the attempt that was given a rule says of it. It helped if the tests that it was made for pass, and none that passed before fails
 * or is gone. Where only the exit code of the tests is known, it helped if they pass.
 */
export function judgeRule(
  rule: Pick<GivenRule, 'failing'>,
  attempt: Pick<Attempt, 'tests' | 'passed'>,
  known: readonly TestFigures[],
): RuleVerdict {
  const { tests } = attempt;
  if (attempt.passed) return 'helped';
  if (!tests?.parsed || tests.outcome !== 'failed' || rule.failing.length === 0) return 'no-help';
  // What did not run says nothing, whether it was removed or the run was cut short.
  if (countMissing(tests, known) > 0) return 'no-help';
  const failedBefore = new Set(known.flatMap(({ failing }) => failing));
  if (tests.failing.some((id) => !failedBefore.has(id))) return 'no-help';
  const still = rule.failing.filter((id) => tests.failing.includes(id));
  return still.length === 0 ? 'helped' : still.length < rule.failing.length ? 'partly' : 'no-help';
}

/** Rules that the next attempt is given: those that were not shown to be of no help. */
export function rulesToGive(rules: readonly GivenRule[]): GivenRule[] {
  return rules.filter(({ verdict }) => verdict === 'untried' || verdict === 'partly' || verdict === 'helped');
}

/**
 * How many tests fewer there are than there were before; an agent may have made the others pass by taking them out. Of a run that fails
 * nobody knows: many runners can be told to stop at the first failure.
 */
export function countLost(tests: TestFigures, known: readonly TestFigures[]): number {
  const isWhole = tests.parsed && (tests.outcome === 'passed' || tests.outcome === 'no-tests');
  return isWhole ? countMissing(tests, known) : 0;
}

/** Counted from the first run that told its tests, which is the one before all attempts: an attempt need not repeat what another added. */
function countMissing(tests: TestFigures, known: readonly TestFigures[]): number {
  const first = known.find(({ parsed, outcome }) => parsed && (outcome === 'passed' || outcome === 'failed'));
  return first ? Math.max(0, first.passed + first.failed - tests.passed - tests.failed) : 0;
}

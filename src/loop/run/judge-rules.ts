import type { Attempt, GivenRule, RuleVerdict, TestFigures } from './run-record.ts';

/**
 * What the attempt that was given a rule says of it. It helped if the tests that it was made for pass, and none that passed before fails
 * or is gone. Where only the exit code of the tests is known, it helped if they pass.
 */
export function judgeRule(
  rule: Pick<GivenRule, 'failing'>,
  attempt: Pick<Attempt, 'tests' | 'passed' | 'lostTests'>,
  known: readonly TestFigures[],
): RuleVerdict {
  const { tests } = attempt;
  if (attempt.passed) return 'helped';
  if (!tests?.parsed || tests.outcome !== 'failed' || attempt.lostTests > 0 || rule.failing.length === 0) return 'no-help';
  const failedBefore = new Set(known.flatMap(({ failing }) => failing));
  if (tests.failing.some((id) => !failedBefore.has(id))) return 'no-help';
  const still = rule.failing.filter((id) => tests.failing.includes(id));
  return still.length === 0 ? 'helped' : still.length < rule.failing.length ? 'partly' : 'no-help';
}

/** Rules that the next attempt is given: those that were not shown to be of no help. */
export function rulesToGive(rules: readonly GivenRule[]): GivenRule[] {
  return rules.filter(({ verdict }) => verdict === 'untried' || verdict === 'partly' || verdict === 'helped');
}

/** How many tests fewer there are than there were before; an agent may have made them pass by taking them out. */
export function countLost(tests: TestFigures, known: readonly TestFigures[]): number {
  if (!tests.parsed || tests.outcome === 'errored' || tests.outcome === 'timed-out') return 0;
  const before = Math.max(0, ...known.filter(({ parsed }) => parsed).map((one) => one.passed + one.failed));
  return Math.max(0, before - tests.passed - tests.failed);
}

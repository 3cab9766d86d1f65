import type { Attempt, GivenRule, RuleVerdict, TestFigures, Verification } from './run-record.ts';

/**
 * Judges a rule by the attempt that was given it. The rule can have helped if the attempt changed files, the tests for which it
 * was made now pass, and none that passed before fails or is missing. If only the exit code of the tests is known, it can if they
 * pass. Only attempts without the rule can show whether it helped.
 */
export function judgeRule(
  rule: Pick<GivenRule, 'failing' | 'number'>,
  attempt: Pick<Attempt, 'tests' | 'passed' | 'files' | 'rules'>,
  known: readonly TestFigures[],
): RuleVerdict {
  const { tests } = attempt;
  if (!attempt.rules.includes(rule.number)) return 'untried';
  if (attempt.files.length === 0) return 'no-help';
  if (attempt.passed) return 'unproven';
  if (!tests?.parsed || tests.outcome !== 'failed' || rule.failing.length === 0) return 'no-help';
  // Tests that did not run prove nothing, whether they were removed or the run was cut short.
  if (countMissing(tests, known) > 0) return 'no-help';
  const failedBefore = new Set(known.flatMap(({ failing }) => failing));
  if (tests.failing.some((id) => !failedBefore.has(id))) return 'no-help';
  const still = rule.failing.filter((id) => tests.failing.includes(id));
  return still.length === 0 ? 'unproven' : still.length < rule.failing.length ? 'partly' : 'no-help';
}

/** Returns the rules for the next attempt: those that did not prove useless. */
export function rulesToGive(rules: readonly GivenRule[]): GivenRule[] {
  const given: readonly RuleVerdict[] = ['untried', 'partly', 'unproven', 'helped'];
  return rules.filter(({ verdict }) => given.includes(verdict));
}

/**
 * Compares attempts with and without a rule: it helped if more of those with it passed. An agent that ignores it proves nothing.
 */
export function compareAttempts({ with: given, without }: Verification): 'helped' | 'not-needed' | 'unproven' {
  if (given.attempts === 0 || without.attempts === 0) return 'unproven';
  return given.passed * without.attempts > without.passed * given.attempts ? 'helped' : 'not-needed';
}

/**
 * Counts how many fewer tests there are than before; an agent may have made the others pass by removing them. For a failed run
 * this is unknown, because many runners can be told to stop at the first failure.
 */
export function countLost(tests: TestFigures, known: readonly TestFigures[]): number {
  const isWhole = tests.parsed && (tests.outcome === 'passed' || tests.outcome === 'no-tests');
  return isWhole ? countMissing(tests, known) : 0;
}

/**
 * Counts from the first run that reported its tests, which is the one before all attempts: an attempt need not repeat what
 * another added.
 */
function countMissing(tests: TestFigures, known: readonly TestFigures[]): number {
  const first = known.find(({ parsed, outcome }) => parsed && (outcome === 'passed' || outcome === 'failed'));
  return first ? Math.max(0, first.passed + first.failed - tests.passed - tests.failed) : 0;
}

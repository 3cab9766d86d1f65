import type { Attempt, GivenRule, RuleVerdict, TestFigures, Verification } from './run-record.ts';

/**
 * What the attempt that was given a rule says of it. It can have helped if the attempt changed files, the tests that it was made for turned
 * green, and none that passed before fails or is gone. Where only the exit code of the tests is known, it can if they pass. Whether it
 * helped, only attempts without it can tell.
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
  // What did not run says nothing, whether it was removed or the run was cut short.
  if (countMissing(tests, known) > 0) return 'no-help';
  const failedBefore = new Set(known.flatMap(({ failing }) => failing));
  if (tests.failing.some((id) => !failedBefore.has(id))) return 'no-help';
  const still = rule.failing.filter((id) => tests.failing.includes(id));
  return still.length === 0 ? 'unproven' : still.length < rule.failing.length ? 'partly' : 'no-help';
}

/** Rules that the next attempt is given: those that were not shown to be of no help. */
export function rulesToGive(rules: readonly GivenRule[]): GivenRule[] {
  const given: readonly RuleVerdict[] = ['untried', 'partly', 'unproven', 'helped'];
  return rules.filter(({ verdict }) => given.includes(verdict));
}

/** What attempts with and without a rule say of it: it helped if more of those with it passed. An agent that ignores it proves nothing. */
export function compareAttempts({ with: given, without }: Verification): 'helped' | 'not-needed' | 'unproven' {
  if (given.attempts === 0 || without.attempts === 0) return 'unproven';
  return given.passed * without.attempts > without.passed * given.attempts ? 'helped' : 'not-needed';
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

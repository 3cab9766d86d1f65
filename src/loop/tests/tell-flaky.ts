import { idOf, type ParsedFailure, type ParsedTests } from '../../programs/test-reports/parsed-tests.ts';
import type { TestRun } from '../test-run.ts';
import type { FinishedRun } from './judge-run.ts';

/** Marks tests that passed the second time as flaky. A second run that proves nothing changes nothing. */
export function tellFlaky(first: DescribedRun, again: DescribedRun): TestRun {
  const { run } = first;
  if (!first.parsed) {
    if (again.run.outcome !== 'passed') return run;
    return {
      ...run,
      outcome: 'passed',
      failures: [],
      flaky: run.failures.map(({ id }) => id),
      durationMs: bothTimes(run, again.run),
    };
  }
  if (!again.parsed) return run;
  const flaky = new Set(
    first.parsed.failures.filter((failure) => hasPassed(failure, first, again.parsed)).map(({ id }) => id),
  );
  if (flaky.size === 0) return run;
  const failures = run.failures.filter(({ id }) => !flaky.has(id));
  // The exit code alone may show that something else made the first run fail.
  if (failures.length === 0 && again.run.outcome !== 'passed') return run;
  const count = first.parsed.failures.filter(({ id }) => flaky.has(id)).length;
  return {
    ...run,
    outcome: failures.length === 0 ? 'passed' : 'failed',
    passed: run.passed + count,
    failed: run.failed - count,
    failures,
    flaky: [...flaky],
    durationMs: bothTimes(run, again.run),
  };
}

/** A run with the description made of it. */
interface DescribedRun extends FinishedRun {
  run: TestRun;
}

/**
 * Whether a test passed in the second run: it is among the tests that passed, or, if these have no names, all tests ran again and
 * it is not among those that failed.
 */
function hasPassed({ id, names }: ParsedFailure, first: DescribedRun, again: ParsedTests | undefined): boolean {
  if (!again || again.failures.some((failure) => failure.id === id)) return false;
  if (again.passes.size > 0 || again.passed === 0)
    return again.passes.has(id) || again.passes.has(idOf(undefined, names));
  const { passed, failed, skipped } = first.run;
  const isWhole = again.skipped === skipped && again.passed + again.failed === passed + failed;
  return isWhole && again.failed === again.failures.length;
}

function bothTimes(first: TestRun, again: TestRun): number {
  return first.durationMs + again.durationMs;
}

import { AppError, tellWhole } from '../../shared/errors.ts';
import type { FailureCase, Teaching } from '../failure-case.ts';
import type { Workbench } from './loop-request.ts';
import type { MadeAttempt } from './make-attempt.ts';
import type { Attempt, GivenRule, ReviewedProblem, RunRecord } from './run-record.ts';

/**
 * The outcome of asking the teacher: a rule that has not been tried yet, why there is none, or why the teacher could not be
 * asked.
 */
type TeacherOutcome = { hasRule: true } | { hasRule: false; why: string } | { problem: string };

/** Derives a rule from a failed attempt, for the next one. If the teacher cannot be asked, the question is kept for later. */
export function learnFromFailure(run: RunRecord, failed: MadeAttempt, workbench: Workbench): Promise<TeacherOutcome> {
  return learnFrom(run, failed.attempt, describeFailure(run, failed), workbench);
}

/** Asks the question for which the teacher was unavailable when the run was stopped; returns undefined if there is none. */
export async function learnFromOwed(run: RunRecord, workbench: Workbench): Promise<TeacherOutcome | undefined> {
  const { owed } = run;
  const attempt = run.attempts.find(({ number }) => number === owed?.attempt);
  return owed && attempt ? learnFrom(run, attempt, owed.failure, workbench) : undefined;
}

async function learnFrom(
  run: RunRecord,
  attempt: Attempt,
  failure: FailureCase,
  workbench: Workbench,
): Promise<TeacherOutcome> {
  delete run.owed;
  try {
    const { rule, analysis } = await ask(run, failure, workbench);
    if (!rule) return { hasRule: false, why: `the teacher has no rule: ${analysis}` };
    if (isKnown(run, rule.rule)) return { hasRule: false, why: 'the teacher gave the same rule again' };
    const isOfReview = (attempt.findings ?? []).length > 0;
    addRule(run, attempt, { ...rule, analysis, verdict: 'untried', ...(isOfReview ? { isOfReview } : {}) });
    return { hasRule: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    run.owed = { attempt: attempt.number, failure };
    return { problem: `the teacher could not be asked: ${tellWhole(error)}` };
  }
}

/**
 * Derives a rule from the difference between a failed attempt and the next one, which passed without a rule. No attempt was made
 * with it, so it is a candidate at most. Errors here do not undo what the run achieved.
 */
export async function learnFromRecovery(
  run: RunRecord,
  failed: MadeAttempt,
  passed: MadeAttempt,
  workbench: Workbench,
): Promise<void> {
  const { onEvent } = workbench;
  if (failed.change.tree === passed.change.tree) {
    onEvent?.({ type: 'notice', text: 'the same change failed before: its tests are flaky.' });
    return;
  }
  try {
    const told = { ...describeFailure(run, failed), recovery: { diff: passed.change.diff } };
    const { rule, analysis } = await ask(run, told, workbench);
    if (rule && !isKnown(run, rule.rule)) addRule(run, failed.attempt, { ...rule, analysis, verdict: 'recovered' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    onEvent?.({ type: 'notice', text: `what made the difference is not known: ${error.message}` });
  }
}

async function ask(run: RunRecord, failure: FailureCase, { teacher, signal, onEvent }: Workbench): Promise<Teaching> {
  onEvent?.({ type: 'teaching', teacher });
  const teaching = await teacher.teach(failure, signal ? { signal } : {});
  onEvent?.({ type: 'taught', teaching });
  if (teaching.usage?.costUsd !== undefined) run.teachingCostUsd = (run.teachingCostUsd ?? 0) + teaching.usage.costUsd;
  return teaching;
}

function describeFailure(run: RunRecord, { attempt, change, tests }: MadeAttempt): FailureCase {
  const { agent, lostTests, findings = [] } = attempt;
  if (findings.length > 0)
    return {
      type: 'other',
      task: run.task,
      diff: change.diff,
      errorLogs: '',
      description: `The tests pass. A review of the change found: ${findings.map(describeProblem).join(' ')}`,
      ...adviceOf(findings),
      failures: [],
      tried: run.rules.map(({ rule }) => rule),
    };
  const trouble =
    agent.outcome === 'timed-out'
      ? { description: 'The agent ran out of time.' }
      : agent.outcome === 'out-of-turns'
        ? { description: 'The agent ran out of turns.' }
        : {};
  return {
    type: 'test_failure',
    task: run.task,
    diff: change.diff,
    errorLogs: tests?.output ?? '',
    ...(lostTests > 0
      ? { lostTests, description: `${lostTests} tests that ran before were removed or are skipped.` }
      : trouble),
    failures: tests?.failures ?? [],
    tried: run.rules.map(({ rule }) => rule),
  };
}

/** Returns the reviewer's suggestions, if there are any. */
function adviceOf(findings: readonly ReviewedProblem[]): { context?: string } {
  const [advice] = findings.flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
  return advice === undefined ? {} : { context: advice };
}

function describeProblem({ severity, file, problem }: ReviewedProblem): string {
  return `${file === undefined ? '' : `${file}: `}${problem} (${severity})`;
}

function isKnown({ rules }: RunRecord, rule: string): boolean {
  return rules.some((known) => known.rule === rule);
}

function addRule(run: RunRecord, attempt: Attempt, rule: Omit<GivenRule, 'number' | 'attempt' | 'failing'>): void {
  run.rules.push({
    ...rule,
    number: run.rules.length + 1,
    attempt: attempt.number,
    failing: attempt.tests?.failing ?? [],
  });
}

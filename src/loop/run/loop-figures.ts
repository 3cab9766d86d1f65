import type { PastRun } from './history.ts';

/** Figures about the runs of the learning loop. */
export interface LoopFigures {
  runs: number;
  passed: number;
  failed: number;
  /** The number of runs that were stopped and not resumed. */
  stopped: number;
  /** The number of runs whose agent or tests could not be run. */
  errored: number;
  /** The number of runs whose first attempt passed: there was nothing to learn. */
  passedAtOnce: number;
  /** The number of runs that passed after a failure, with what it taught. */
  passedLater: number;
  attempts: number;
  passedAttempts: number;
  rules: {
    made: number;
    helped: number;
    /** Rules by topic, the most frequent first. */
    byCategory: { category: string; made: number; helped: number }[];
  };
  turns: number;
  costUsd: number;
  /** The number of attempts whose agent did not report its cost. */
  unpriced: number;
  agents: { agent: string; runs: number; passed: number }[];
}

/** Adds up runs. */
export function addUp(runs: readonly PastRun[]): LoopFigures {
  const count = (isSo: (run: PastRun) => boolean) => runs.filter(isSo).length;
  const sum = (value: (run: PastRun) => number) => runs.reduce((total, run) => total + value(run), 0);
  const rules = runs.flatMap((run) => run.rules);
  const helped = ({ verdict }: PastRun['rules'][number]) => verdict === 'helped';
  return {
    runs: runs.length,
    passed: count(({ status }) => status === 'passed'),
    failed: count(({ status }) => status === 'failed'),
    stopped: count(({ status }) => status === 'stopped' || status === 'running'),
    errored: count(({ status }) => status === 'errored'),
    passedAtOnce: count(({ firstPassed }) => firstPassed),
    passedLater: count(({ status, firstPassed }) => status === 'passed' && !firstPassed),
    attempts: sum((run) => run.attempts),
    passedAttempts: sum((run) => run.passedAttempts),
    rules: {
      made: rules.length,
      helped: rules.filter(helped).length,
      byCategory: group(rules, ({ category }) => category).map(([category, own]) => ({
        category,
        made: own.length,
        helped: own.filter(helped).length,
      })),
    },
    turns: sum((run) => run.turns),
    costUsd: sum((run) => run.costUsd),
    unpriced: sum((run) => run.unpriced),
    agents: group(runs, ({ agent }) => agent).map(([agent, own]) => ({
      agent,
      runs: own.length,
      passed: own.filter(({ status }) => status === 'passed').length,
    })),
  };
}

/** Groups items: the largest group first, then by name. */
function group<T>(items: readonly T[], nameOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return [...groups].sort(([a, first], [b, second]) => second.length - first.length || a.localeCompare(b));
}

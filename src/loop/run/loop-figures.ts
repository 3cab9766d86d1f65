import type { PastRun } from './history.ts';

/** What came of the runs of the learning loop. */
export interface LoopFigures {
  runs: number;
  passed: number;
  failed: number;
  /** Stopped and not gone on with. */
  stopped: number;
  /** Runs whose agent or tests could not be run. */
  errored: number;
  /** Runs whose first attempt passed: nothing was to be learned. */
  passedAtOnce: number;
  /** Runs that passed after a failure, with what it taught. */
  passedLater: number;
  attempts: number;
  passedAttempts: number;
  rules: {
    made: number;
    helped: number;
    /** Rules by what they are about, the most frequent first. */
    byCategory: { category: string; made: number; helped: number }[];
  };
  turns: number;
  costUsd: number;
  /** Attempts whose agent did not tell its cost. */
  unpriced: number;
  agents: { agent: string; runs: number; passed: number }[];
}

/** Adds runs up. */
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

/** The largest group first, then by name. */
function group<T>(items: readonly T[], nameOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return [...groups].sort(([a, first], [b, second]) => second.length - first.length || a.localeCompare(b));
}

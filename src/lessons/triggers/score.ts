import type { Roots } from '../../failures/recovery/session-view.ts';
import type { History } from '../history.ts';
import type { Trigger } from '../lesson.ts';
import { compileTriggers, type Matcher } from './compile.ts';

/** A trigger to be scored, with the calls it was drawn from. */
export interface Unscored {
  trigger: Pick<Trigger, 'rule' | 'when'>;
  /** Calls that failed for the lesson's reason. */
  failedCalls: ReadonlySet<string>;
  /** When the first and the last of them failed. What worked before says nothing: the world may have been another one. */
  since: number;
  last: number;
}

/** What history says of a trigger. */
export interface Score {
  /** Calls it matches that failed for the lesson's reason. */
  failed: number;
  /** Calls it matches that went well since the first failure, and since the last one. */
  succeeded: number;
  succeededSinceLast: number;
  /** When those that went well since the first failure did. */
  successes: readonly number[];
}

/** Scores triggers on history: every session is followed call by call, once for all of them. */
export function scoreTriggers(unscored: readonly Unscored[], history: History): Map<Unscored, Score> {
  const tallies = new Map(unscored.map((one) => [one, new Tally()]));
  if (unscored.length === 0) return new Map();
  const matchers = new Map<Roots, Matcher<Unscored>>();
  for (const { roots, calls } of history.threads()) {
    const matcher = matchers.get(roots) ?? compileTriggers(unscored, roots);
    matchers.set(roots, matcher);
    const session = matcher.startSession();
    for (const call of calls) {
      for (const one of session.match(call)) tallies.get(one)?.count(call, one);
      session.observe(call);
    }
  }
  return new Map([...tallies].map(([one, tally]) => [one, tally.score()]));
}

/** Forks and resumed sessions repeat calls: each is counted once. */
class Tally {
  readonly #failed = new Set<string>();
  readonly #succeeded = new Map<string, number>();
  readonly #afterLast = new Set<string>();

  count({ id, at, outcome }: { id: string; at: number; outcome: string }, { failedCalls, since, last }: Unscored): void {
    if (failedCalls.has(id)) this.#failed.add(id);
    else if (outcome === 'ok' && at >= since) {
      this.#succeeded.set(id, at);
      if (at > last) this.#afterLast.add(id);
    }
  }

  score(): Score {
    return {
      failed: this.#failed.size,
      succeeded: this.#succeeded.size,
      succeededSinceLast: this.#afterLast.size,
      successes: [...this.#succeeded.values()],
    };
  }
}

import type { Roots } from '../../failures/recovery/session-view.ts';
import type { History, PlacedThread } from '../history.ts';
import type { Trigger } from '../lesson.ts';
import type { PastCall } from '../remember.ts';
import { compileTriggers, type Matcher } from './compile.ts';
import type { ReplayedTrigger } from './proven.ts';

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
  /** How many of those were in each session. */
  workedIn: ReadonlyMap<string, number>;
  /** The record that decides whether a call may be stopped. */
  replayed: ReplayedTrigger;
}

/** Scores triggers on history: every session is followed call by call, once for all of them. */
export function scoreTriggers(unscored: readonly Unscored[], history: History): Map<Unscored, Score> {
  const sought = new Map(unscored.map((one) => [one, matchesOf(one.trigger, history)]));
  bringUpToDate(new Set(sought.values()), history.threads());
  return new Map([...sought].map(([one, { calls }]) => [one, countMatches(calls, one)]));
}

/** A call with the session it was made in. */
type MatchedCall = PastCall & { session: string };

/** The calls that a trigger matches, as far as history was followed for it. */
interface Matches {
  readonly trigger: Unscored['trigger'];
  readonly calls: MatchedCall[];
  /** How many threads were followed. */
  threads: number;
}

/** A replay asks for mostly the same triggers after each session that is over: only what came in since is followed for them. */
const followed = new WeakMap<History, Map<string, Matches>>();

function matchesOf(trigger: Unscored['trigger'], history: History): Matches {
  const known = followed.get(history) ?? new Map<string, Matches>();
  followed.set(history, known);
  const key = `${trigger.rule}\n${trigger.when ?? ''}`;
  const matches = known.get(key) ?? { trigger, calls: [], threads: 0 };
  known.set(key, matches);
  return matches;
}

function bringUpToDate(sought: ReadonlySet<Matches>, threads: readonly PlacedThread[]): void {
  for (const from of new Set([...sought].map((matches) => matches.threads))) {
    const behind = [...sought].filter((matches) => matches.threads === from);
    const matchers = new Map<Roots, Matcher<Matches>>();
    for (const { roots, calls, session: id } of threads.slice(from)) {
      const matcher = matchers.get(roots) ?? compileTriggers(behind, roots);
      matchers.set(roots, matcher);
      const session = matcher.startSession();
      for (const call of calls) {
        for (const matches of session.match(call)) matches.calls.push({ ...call, session: id });
        // A command whose end nobody knows may have done what it was for.
        session.observe(call, call.outcome === 'ok' || (call.deed === 'unknown' && call.tool === 'shell'));
      }
    }
    for (const matches of behind) matches.threads = threads.length;
  }
}

function countMatches(calls: readonly MatchedCall[], one: Unscored): Score {
  const tally = new Tally();
  for (const call of calls) tally.count(call, one);
  return tally.score();
}

/** Forks and resumed sessions repeat calls: each is counted once. */
class Tally {
  readonly #failed = new Set<string>();
  readonly #failedIn = new Set<string>();
  readonly #otherwise = new Set<string>();
  readonly #succeeded = new Map<string, { at: number; session: string }>();
  readonly #afterLast = new Set<string>();

  count({ id, at, outcome, session }: MatchedCall, { failedCalls, since, last }: Unscored): void {
    if (failedCalls.has(id)) {
      this.#failed.add(id);
      this.#failedIn.add(session);
    } else if (outcome === 'failed' && at >= since) this.#otherwise.add(id);
    else if (outcome === 'ok' && at >= since) {
      this.#succeeded.set(id, { at, session });
      if (at > last) this.#afterLast.add(id);
    }
  }

  score(): Score {
    const workedIn = new Map<string, number>();
    for (const { session } of this.#succeeded.values()) workedIn.set(session, (workedIn.get(session) ?? 0) + 1);
    return {
      failed: this.#failed.size,
      succeeded: this.#succeeded.size,
      succeededSinceLast: this.#afterLast.size,
      successes: [...this.#succeeded.values()].map(({ at }) => at),
      workedIn,
      replayed: {
        matches: this.#failed.size + this.#otherwise.size + this.#succeeded.size,
        failed: this.#failed.size,
        sessions: this.#failedIn.size,
      },
    };
  }
}

import type { Roots } from '../../failures/recovery/session-view.ts';
import type { History, PlacedThread } from '../history.ts';
import type { Trigger } from '../lesson.ts';
import type { PastCall } from '../remember.ts';
import { compileTriggers, type Matcher } from './compile.ts';
import { isCertain } from './condition.ts';
import { provenCommands } from './known-status.ts';
import { narrowByPipe } from './narrow-by-pipe.ts';
import type { ReplayedTrigger } from './proven.ts';
import { parseRule } from './rule.ts';

/** A trigger to be scored, with the calls from which it was derived. */
export interface Unscored {
  trigger: Pick<Trigger, 'rule' | 'when'>;
  /** Calls that failed for the lesson's reason. */
  failedCalls: ReadonlySet<string>;
  /**
   * The times at which the first and the last of them failed. Earlier successes say nothing: the world may have been different.
   */
  since: number;
  last: number;
  /**
   * Whether the lesson is about the state of the world: successes before that state began say nothing, nor does a command whose
   * status is unknown.
   */
  isState?: boolean;
  /** The agents whose tools it is about; permissions of another agent say nothing. */
  agents?: ReadonlySet<string>;
}

/** The result of scoring a trigger on history. */
export interface Score {
  /** The number of calls that it matches and that failed for the lesson's reason. */
  failed: number;
  /** The number of calls that it matches and that went well since the first failure, and since the last one. */
  succeeded: number;
  succeededSinceLast: number;
  /** The calls that went well since the first failure. */
  worked: readonly MatchedCall[];
  /** Their timestamps. */
  successes: readonly number[];
  /** The number of these in each session. */
  workedIn: ReadonlyMap<string, number>;
  /** The condition that separates the failures from successful calls, if the rule alone does not. */
  when?: string;
  /** The record that decides whether a call may be stopped. */
  replayed: ReplayedTrigger;
}

/**
 * Scores triggers on history: every session is followed call by call, once for all of them. Triggers that are certain are
 * not matched, because that would require parsing every command with a star.
 */
export function scoreTriggers(unscored: readonly Unscored[], history: History): Map<Unscored, Score> {
  const open = unscored.filter(({ trigger: { when } }) => when === undefined || !isCertain(when));
  const sought = new Map(open.map((one) => [one, matchesOf(one.trigger, history)]));
  bringUpToDate(new Set(sought.values()), history.threads());
  return new Map(unscored.map((one) => [one, countMatches(sought.get(one)?.calls ?? [], one, history)]));
}

/** A call that a trigger matches, with its session. */
export type MatchedCall = PastCall & Pick<PlacedThread, 'session' | 'roots'>;

/** The calls that a trigger matches, as far as history was followed for it. */
interface Matches {
  readonly trigger: Unscored['trigger'];
  readonly calls: MatchedCall[];
  /** The number of threads that were followed. */
  threads: number;
}

/**
 * A cache: a replay asks for mostly the same triggers after each finished session, so only the threads added since are followed
 * for them.
 */
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
        for (const matches of session.match(call)) matches.calls.push({ ...call, session: id, roots });
        // As hooks see it: a failure without a flag is not a failure to them, and a command with unknown outcome may have served
        // its purpose.
        session.observe(
          call,
          call.outcome === 'ok' || call.unflagged === true || (call.deed === 'unknown' && call.tool === 'shell'),
        );
      }
    }
    for (const matches of behind) matches.threads = threads.length;
  }
}

function countMatches(calls: readonly MatchedCall[], one: Unscored, history: History): Score {
  const tally = new Tally();
  const isOfAgent = (session: string) => {
    const agent = one.agents && history.clientOf(session)?.agent;
    return agent === undefined || one.agents?.has(agent) === true;
  };
  const counted = calls.filter(({ session }) => isOfAgent(session));
  const narrowed = narrowByPipe(counted, one);
  for (const call of narrowed?.calls ?? counted) tally.count(call, one);
  return { ...tally.score(one), ...(narrowed ? { when: narrowed.when } : {}) };
}

function isProof(call: MatchedCall, trigger: Unscored['trigger']): boolean {
  if (call.input.command === undefined) return true;
  const rule = parseRule(trigger.rule);
  return rule !== undefined && provenCommands(call, rule).length > 0;
}

/** Counts each call once, because forks and resumed sessions repeat calls. */
class Tally {
  readonly #failed = new Map<string, MatchedCall>();
  readonly #otherwise = new Set<string>();
  readonly #worked = new Map<string, MatchedCall>();
  /** Every call that went well, whether or not it proves anything: it would have been stopped for nothing. */
  readonly #well = new Set<string>();

  count(call: MatchedCall, { failedCalls, since, trigger, isState = false }: Unscored): void {
    if (failedCalls.has(call.id)) this.#failed.set(call.id, call);
    else if (call.at < since) return;
    else if (call.outcome === 'failed') this.#otherwise.add(call.id);
    else if (call.outcome === 'ok') {
      this.#well.add(call.id);
      if (!isState || isProof(call, trigger)) this.#worked.set(call.id, call);
    }
  }

  score({ last, isState = false }: Unscored): Score {
    const from = isState ? this.#changedAt(last) : 0;
    const worked = [...this.#worked.values()].filter(({ at }) => at > from);
    const workedIn = new Map<string, number>();
    for (const { session } of worked) workedIn.set(session, (workedIn.get(session) ?? 0) + 1);
    return {
      failed: this.#failed.size,
      succeeded: worked.length,
      succeededSinceLast: worked.filter(({ at }) => at > last).length,
      worked,
      successes: worked.map(({ at }) => at),
      workedIn,
      replayed: {
        matches: this.#failed.size + this.#otherwise.size + this.#well.size,
        failed: this.#failed.size,
        sessions: new Set([...this.#failed.values()].map(({ session }) => session)).size,
      },
    };
  }

  /**
   * Returns the time at which it last worked before it failed in two sessions, or in two ways, without working in between: the
   * world has changed then.
   */
  #changedAt(last: number): number {
    const before = Math.max(0, ...[...this.#worked.values()].flatMap(({ at }) => (at < last ? at : [])));
    const since = [...this.#failed.values()].filter(({ at }) => at > before);
    const isSeenTwice = (keyOf: (call: MatchedCall) => string) => new Set(since.map(keyOf)).size >= 2;
    return isSeenTwice(({ session }) => session) || isSeenTwice(({ input }) => JSON.stringify(input)) ? before : 0;
  }
}

import type { Roots } from '../../failures/recovery/session-view.ts';
import type { Trigger } from '../lesson.ts';
import { type AskedCall, CallView } from './call-view.ts';
import { type Condition, parseConditions } from './condition.ts';
import { holds, type Machine, type WatchedCondition } from './holds.ts';
import { findSubjects } from './match-rule.ts';
import { parseRule, type TriggerRule } from './rule.ts';
import { RuleIndex } from './rule-index.ts';
import { type ObservedCall, type PastCalls, SessionState } from './session-state.ts';
import { WatchList } from './watch-list.ts';

/** Something that has a trigger: a lesson, or the draft of one. */
export interface Triggered {
  trigger?: Pick<Trigger, 'rule' | 'when' | 'error'>;
}

/** Many triggers, compiled for matching calls. */
export interface Matcher<T> {
  /** Starts to follow a session, whose calls are passed in order. */
  startSession(): SessionMatcher<T>;
  /** Lessons whose trigger could not be parsed: they never match. */
  readonly unreadable: readonly T[];
}

/** The triggers together with the events of one session so far. */
export interface SessionMatcher<T> {
  /**
   * Returns the lessons whose trigger matches a call that is about to run. It examines only the call itself and the calls
   * observed before it.
   */
  match(call: AskedCall): T[];
  /** Records a call that ran. `isOk` is for callers who know better than the agent whether it failed. */
  observe(call: ObservedCall, isOk?: boolean): void;
}

/** A trigger, parsed once. It can be stored as JSON. */
export interface ParsedTrigger {
  /** The rule that the call must match. */
  readonly rule: TriggerRule;
  /** The additional conditions. */
  readonly conditions: readonly Condition[];
}

interface Compiled<T> {
  readonly lesson: T;
  readonly rule: TriggerRule;
  readonly conditions: readonly WatchedCondition[];
}

/** Parses a trigger; undefined if its rule or one of its conditions is invalid. */
export function readTrigger({ rule: text, when }: Pick<Trigger, 'rule' | 'when'>): ParsedTrigger | undefined {
  const rule = parseRule(text);
  const conditions = when === undefined ? [] : parseConditions(when);
  return rule && conditions && { rule, conditions };
}

/**
 * Compiles the triggers of many lessons into one matcher. Lessons without a trigger, or with one that needs the error, are left
 * out.
 */
export function compileTriggers<T extends Triggered>(
  lessons: Iterable<T>,
  roots: Roots,
  machine: Machine = {},
): Matcher<T> {
  const watched = new WatchList();
  const compiled: Compiled<T>[] = [];
  const unreadable: T[] = [];
  for (const lesson of lessons) {
    // The error is known only after the call.
    if (!lesson.trigger || lesson.trigger.error !== undefined) continue;
    const parsed = readTrigger(lesson.trigger);
    if (parsed) compiled.push({ lesson, rule: parsed.rule, conditions: watched.numberAll(parsed.conditions) });
    else unreadable.push(lesson);
  }
  const index = new RuleIndex(compiled.map(({ rule }) => rule));
  return {
    unreadable,
    startSession() {
      const threads = new Map<string, SessionState>();
      const stateOf = (thread = ''): SessionState => {
        const state = threads.get(thread) ?? new SessionState(watched);
        threads.set(thread, state);
        return state;
      };
      // A call is mostly matched and then observed: the parsed form serves both.
      let last: CallView | undefined;
      const viewOf = (call: AskedCall, state: SessionState): CallView => {
        const directory = state.directoryOf(call);
        const known = last?.call.input === call.input && last.call.name === call.name && last.directory === directory;
        last = known && last ? last : new CallView(call, roots, directory);
        return last;
      };
      return {
        match(call) {
          const state = stateOf(call.thread);
          if (call.compacted) state.forgetReads();
          const view = viewOf(call, state);
          const matches: T[] = [];
          for (const candidate of index.candidates(view)) {
            const one = compiled[candidate];
            if (one && isTriggered(one, view, state, machine)) matches.push(one.lesson);
          }
          return matches;
        },
        observe(call, isOk = call.outcome === 'ok') {
          const state = stateOf(call.thread);
          state.observe(viewOf(call, state), isOk, call.output);
        },
      };
    },
  };
}

/** Whether a trigger matches a call, given the calls before it. */
export function isTriggered(
  { rule, conditions }: { rule: TriggerRule; conditions: readonly WatchedCondition[] },
  view: CallView,
  state: PastCalls,
  machine: Machine,
): boolean {
  for (const subject of findSubjects(rule, view)) {
    if (conditions.every((condition) => holds(condition, view, subject, state, machine))) return true;
  }
  return false;
}

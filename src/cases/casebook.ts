import { buildCase } from './build-case.ts';
import type { Case, Failing, PlacedCall } from './case.ts';
import { findFailing } from './find-failing.ts';
import { findAdmissions, findSayings, type Words } from './find-words.ts';
import { groupFailing } from './group-failing.ts';
import { PastCommands } from './past-commands.ts';
import { programAbout } from './program-about.ts';
import type { CaseHistory } from './read-history.ts';
import { countRules, type RuleRecord, type StandingRule } from './standing-rules.ts';

/** What recurs in a project, and what people and agents said about it. */
export interface Casebook {
  history: CaseHistory;
  /** The costliest first. */
  cases: Case[];
  /** Failing calls that no case explains, side by side with others of their program. */
  single: Failing[];
  sayings: Words[];
  admissions: Words[];
  failing: number;
  /** Whether it is a part of another one, without what sessions did. */
  isPart?: true;
  /** What agents are told already. */
  rules: RuleRecord[];
  /** How often programs ran of which the user refused a call, by program. */
  allowed: ReadonlyMap<string, number>;
}

/** Opens the casebook of a project. */
export function openCasebook(history: CaseHistory, rules: readonly StandingRule[] = []): Casebook {
  const failing = findFailing(history);
  const past = new PastCommands(history, failing);
  const { recurring, single } = groupFailing(failing, past, history);
  const cases = recurring.map((group) => buildCase(group, past));
  return {
    history,
    cases: cases.sort((a, b) => weigh(b) - weigh(a) || (a.key < b.key ? -1 : 1)),
    single: single.sort((a, b) => compareText(programKey(a), programKey(b)) || a.step.call.at - b.step.call.at),
    sayings: findSayings(history),
    admissions: findAdmissions(history),
    failing: failing.length,
    rules: countRules(rules, history, new Set(failing.map(({ step }) => step))),
    allowed: new Map(
      failing.flatMap((one): [string, number][] =>
        one.trouble === 'rejected' ? [[programAbout(one), countAllowed(past.of(programAbout(one)))]] : [],
      ),
    ),
  };
}

function countAllowed(calls: readonly PlacedCall[]): number {
  return calls.filter(({ step }) => step.told === 'ok' || step.told === 'failed').length;
}

/** Calls and minutes lost, and less for what mostly needs no lesson. */
function weigh(one: Case): number {
  const lost = one.cost.calls + one.cost.minutes / 2 + 2 * one.sessions.length;
  return isOrdinary(one) ? lost / 4 : lost;
}

/** Whether a case mostly needs no lesson: tests that are red because of the work at hand, or searches that found nothing. */
export function isOrdinary({ failing, untouched }: Case): boolean {
  const isWork = failing.every(({ step }) => step.failure?.work) && (untouched ?? 0) < 2;
  return isWork || failing.every(({ trouble }) => trouble === 'empty');
}

/** Whether a case may need a lesson: it is not ordinary, and the same form did not work again and again since. */
export function needsLesson(one: Case): boolean {
  const { calls, sessions } = one.ended ?? { calls: 0, sessions: 0 };
  return !isOrdinary(one) && !(calls >= 3 && sessions >= 2);
}

function programKey(one: Failing): string {
  return `${one.step.call.tool} ${programAbout(one)}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import type { Failing } from '../cases/case.ts';
import type { HistoryFacts } from './history-facts.ts';
import type { TaughtLesson } from './proposal.ts';
import type { Check } from './verdict.ts';

/** The calls that a proposal cites. */
export interface Cited {
  failing: readonly Failing[];
  /** Ids that name no call, and calls that did not fail. */
  unknown: readonly string[];
  others: number;
  /** The number of cited calls that failed; the rest of `failing` are of its cases. */
  own: number;
}

/** A casebook shows so many calls of a case: who cites half of them means all. */
const SHOWN = 4;

/** Whether some calls stand for all calls of a case. */
export function isMeant(failing: readonly Failing[], own: readonly Failing[]): boolean {
  return failing.filter((one) => own.includes(one)).length * 2 >= Math.min(failing.length, SHOWN);
}

/** Finds the calls that a proposal cites, by itself or with its cases. */
export function citedBy({ calls, cases }: TaughtLesson, evidence: HistoryFacts): Cited {
  const found = calls.map((id) => ({ id, call: evidence.find(id) }));
  const own = found.flatMap(({ call }) => (call ? (evidence.failingOf(call) ?? []) : []));
  const ofCases = evidence.book.cases.filter(({ id }) => cases.includes(id));
  const failing = [
    ...new Set([
      ...own,
      ...ofCases.filter((one) => own.length === 0 || isMeant(one.failing, own)).flatMap((one) => one.failing),
    ]),
  ];
  const unknown = found.filter(({ call }) => !call).map(({ id }) => id);
  return { failing, unknown, others: found.length - unknown.length - own.length, own: own.length };
}

/** A lesson without evidence does not exist. */
export function checkCalls({ message }: TaughtLesson, cited: Cited | undefined): Check {
  const { failing = [], others = 0, own = 0 } = cited ?? {};
  const sessions = new Set(failing.map(({ session }) => session)).size;
  if (failing.length > 0 && failing.length >= others) {
    const cases = failing.length > own ? `${failing.length} calls of its cases failed` : '';
    const many =
      own > 0 ? `${own} of ${own + others} cited calls failed${cases && `, ${failing.length} with its cases`}` : cases;
    const isOnce = failing.length === 1 || (failing.length === 2 && sessions === 1);
    const result = isOnce && !message ? 'unproven' : 'ok';
    return { name: 'calls', result, says: `${many}, in ${sessions} session${sessions === 1 ? '' : 's'}` };
  }
  if (failing.length > 0)
    return {
      name: 'calls',
      result: 'refused',
      says: `only ${failing.length} of ${failing.length + others} cited calls failed`,
    };
  if (others > 0)
    return { name: 'calls', result: 'unproven', says: `no cited call is known to have failed (${others})` };
  if (message) return { name: 'calls', result: 'ok', says: `it rests on words of ${message}` };
  return { name: 'calls', result: 'refused', says: 'it cites no call that failed, and no words of a person' };
}

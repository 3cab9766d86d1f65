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
}

/** Finds the calls that a proposal cites, by itself or with its cases. */
export function citedBy({ calls, cases }: TaughtLesson, evidence: HistoryFacts): Cited {
  const found = calls.map((id) => ({ id, call: evidence.find(id) }));
  const own = found.flatMap(({ call }) => (call ? (evidence.failingOf(call) ?? []) : []));
  const ofCases = evidence.book.cases.filter(({ id }) => cases.includes(id)).flatMap(({ failing }) => failing);
  const failing = [...new Set(own.length > 0 ? own : ofCases)];
  const unknown = found.filter(({ call }) => !call).map(({ id }) => id);
  return { failing, unknown, others: found.length - unknown.length - own.length };
}

/** A lesson without evidence does not exist. */
export function checkCalls({ calls, message }: TaughtLesson, cited: Cited | undefined): Check {
  const { failing = [], others = 0 } = cited ?? {};
  const sessions = new Set(failing.map(({ session }) => session)).size;
  if (failing.length > 0 && failing.length >= others) {
    const of = failing.length + others;
    const many =
      calls.length > 0
        ? `${failing.length} of ${of} cited calls failed`
        : `${failing.length} calls of its cases failed`;
    const result = failing.length === 1 && !message ? 'unproven' : 'ok';
    return { name: 'calls', result, says: `${many}, in ${sessions} session${sessions === 1 ? '' : 's'}` };
  }
  if (failing.length > 0)
    return {
      name: 'calls',
      result: 'refused',
      says: `only ${failing.length} of ${failing.length + others} cited calls failed`,
    };
  if (others >= 2)
    return { name: 'calls', result: 'unproven', says: `none of the ${others} cited calls is known to have failed` };
  if (message) return { name: 'calls', result: 'ok', says: `it rests on words of ${message}` };
  return { name: 'calls', result: 'refused', says: 'it cites no call that failed, and no words of a person' };
}

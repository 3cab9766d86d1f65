import type { Evidence } from '../lesson.ts';
import { type Quotable, quotable, quotableName } from '../quotable.ts';
import type { RecurringGroup } from './groups.ts';
import { sharedMessage } from './message.ts';

/** A recurring failure that no lesson covers: an agent that meets it can look up where it was seen. */
export interface UnsolvedFailure {
  /** The program that was run, or the tool that was called. */
  program: Quotable;
  /** The complaint without its variable parts, by which a later failure is recognised. */
  key: string;
  /** The complaint in quotable form. */
  message: Quotable;
  failures: number;
  sessions: number;
  /** The place where it was last seen. */
  last: { at: string; agent: string; session: Quotable };
}

const FEWEST_FAILURES = 3;
const FEWEST_SESSIONS = 2;

/** The maximum that is told, because hooks read them at every start. */
const MOST = 30;

/**
 * Returns the recurring failures that are not in the evidence of any lesson that is told, the most frequent first. Red checks are
 * ordinary work and need no explanation.
 */
export function findUnsolved(
  groups: readonly RecurringGroup[],
  told: readonly Pick<Evidence, 'call'>[],
): UnsolvedFailure[] {
  const known = new Set(told.map(({ call }) => call));
  const found = groups.flatMap(({ program, key, texts, failures, sessions }): UnsolvedFailure[] => {
    const open = failures.filter(({ failure }) => !failure.work && !known.has(failure.call.id));
    const last = open
      .map(({ failure }) => failure.call)
      .sort((a, b) => a.at - b.at)
      .at(-1);
    if (sessions < FEWEST_SESSIONS || open.length < FEWEST_FAILURES || open.length * 2 <= failures.length || !last)
      return [];
    const [name, message, session] = [
      quotableName(program, 60),
      quotable(sharedMessage(texts), 120),
      quotableName(last.session, 100),
    ];
    if (!name || !message || !session) return [];
    const seen = { at: new Date(last.at).toISOString(), agent: last.agent, session };
    return [{ program: name, key, message, failures: open.length, sessions, last: seen }];
  });
  return found.sort((a, b) => b.failures - a.failures).slice(0, MOST);
}

import type { Evidence } from '../lesson.ts';
import { type Quotable, quotable, quotableName } from '../quotable.ts';
import type { RecurringGroup } from './groups.ts';
import { sharedMessage } from './message.ts';

/** A failure that comes up again and that no lesson says anything about: whoever meets it can look where it was seen. */
export interface UnsolvedFailure {
  /** The program that was run, or the tool that was called. */
  program: Quotable;
  /** The complaint without what varies: what a later failure is known by. */
  key: string;
  /** The complaint, as it may be quoted. */
  message: Quotable;
  failures: number;
  sessions: number;
  /** Where it was last seen. */
  last: { at: string; agent: string; session: Quotable };
}

const FEWEST_FAILURES = 3;
const FEWEST_SESSIONS = 2;

/** More are not told: hooks read them at every start. */
const MOST = 30;

/** What recurs and is not in the evidence of any lesson that is told; what fails most often comes first. Red checks are work, and nobody's riddle. */
export function findUnsolved(groups: readonly RecurringGroup[], told: readonly Pick<Evidence, 'call'>[]): UnsolvedFailure[] {
  const known = new Set(told.map(({ call }) => call));
  const found = groups.flatMap(({ program, key, texts, failures, sessions }): UnsolvedFailure[] => {
    const open = failures.filter(({ failure }) => !failure.work && !known.has(failure.call.id));
    const last = open
      .map(({ failure }) => failure.call)
      .sort((a, b) => a.at - b.at)
      .at(-1);
    if (sessions < FEWEST_SESSIONS || open.length < FEWEST_FAILURES || open.length * 2 <= failures.length || !last) return [];
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

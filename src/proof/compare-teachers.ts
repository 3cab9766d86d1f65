import type { Case, Failing } from '../cases/case.ts';
import { type Casebook, isOrdinary } from '../cases/casebook.ts';
import type { CaseHistory } from '../cases/read-history.ts';
import type { Trigger } from '../lessons/lesson.ts';
import { readPattern } from '../lessons/triggers/error-pattern.ts';
import { compileTriggers } from '../lessons/triggers/index.ts';
import { isInError, readErrorText } from '../lessons/triggers/match-error.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import { isMeant } from '../verify/check-calls.ts';

/** A lesson as it takes part: the failing calls that it is about, and the trigger that tells it at a call. */
export interface RivalLesson {
  calls: readonly string[];
  trigger?: Pick<Trigger, 'rule' | 'when' | 'error'>;
}

/** Lessons from one source: a teacher, the built-in rules, a list of messages, or chance. */
export interface Rival {
  name: 'teacher' | 'builtin' | 'messages' | 'placebo';
  lessons: readonly RivalLesson[];
}

/** What the lessons of one source would have done in the newer sessions. */
export interface RivalFigures {
  name: Rival['name'];
  lessons: number;
  /** Known failures that a lesson is about. */
  told: number;
  /** Those before which its trigger fires. */
  warned: number;
  /** Calls that worked and that a trigger fires on. */
  falseAlarms: number;
}

/** The newer sessions, and what each source knew of their failures. */
export interface TrialFigures {
  /** When the newer sessions begin, ISO 8601. */
  at: string;
  older: number;
  newer: number;
  /** Calls of the newer sessions. */
  calls: number;
  /** Those that failed for a cause which the older sessions show, but for ordinary work. */
  known: number;
  rivals: RivalFigures[];
}

/** The older sessions of a history by which teachers are tried. */
export const OLDER_SHARE = 0.7;

/** Returns the older part of a history, and when the newer part begins; undefined if there is too little of it. */
export function olderPart(history: CaseHistory): { older: CaseHistory; at: number } | undefined {
  const count = Math.floor(history.sessions.length * OLDER_SHARE);
  const first = history.sessions[count];
  if (count < 2 || !first) return undefined;
  return { older: { ...history, sessions: history.sessions.slice(0, count) }, at: first.at };
}

/** Lists the most frequent messages, as many as take the tokens of some lessons. */
export function frequentMessages(cases: readonly Case[], tokens: number): Rival {
  let left = tokens;
  const fitting = [...cases]
    .sort((a, b) => b.failing.length - a.failing.length || (a.key < b.key ? -1 : 1))
    .filter(({ title, failing }) => {
      const cost = estimateTokens(`- \`${title}\` (seen ${failing.length} times)\n`);
      if (cost > left) return false;
      left -= cost;
      return true;
    });
  return { name: 'messages', lessons: fitting.map(({ failing }) => ({ calls: idsOf(failing) })) };
}

/** Gives the triggers of some lessons to other cases, each to one that its place in the list chooses: what chance would do. */
export function shuffle({ lessons }: Rival, cases: readonly Case[]): Rival {
  return {
    name: 'placebo',
    lessons: lessons.flatMap(({ trigger }, index) => {
      const other = cases[(index * 7 + 3) % Math.max(1, cases.length)];
      return other ? [{ calls: idsOf(other.failing), trigger }] : [];
    }),
  };
}

/** Replays the sessions from a moment on with the lessons of each source. */
export function compareTeachers(book: Casebook, at: number, rivals: readonly Rival[]): TrialFigures {
  const { sessions } = book.history;
  const newer = sessions.filter((session) => session.at >= at);
  const isNew = ({ session }: Failing) => session.at >= at;
  const causes = book.cases.filter((one) => !isOrdinary(one) && one.failing.some(isNew) && !one.failing.every(isNew));
  const known = new Map(causes.flatMap((one) => one.failing.filter(isNew).map(({ step }) => [step, one] as const)));
  return {
    at: new Date(at).toISOString(),
    older: sessions.length - newer.length,
    newer: newer.length,
    calls: newer.reduce((sum, { threads }) => sum + threads.reduce((all, { length }) => all + length, 0), 0),
    known: known.size,
    rivals: rivals.map((rival) => replay(rival, { ...book, cases: causes }, newer, known)),
  };
}

function replay(
  { name, lessons }: Rival,
  book: Casebook,
  newer: CaseHistory['sessions'],
  known: ReadonlyMap<unknown, Case>,
): RivalFigures {
  const causes = new Map(
    lessons.map((lesson) => {
      const calls = new Set(lesson.calls);
      const about = book.cases.filter(({ failing }) => {
        const older = failing.filter(({ session }) => !newer.includes(session));
        return isMeant(
          older,
          older.filter(({ step }) => calls.has(step.call.id)),
        );
      });
      return [lesson, new Set(about)] as const;
    }),
  );
  const covered = new Set([...causes.values()].flatMap((about) => [...about]));
  const entries = lessons.flatMap((lesson) => {
    const { trigger } = lesson;
    const read = trigger?.error === undefined ? undefined : readPattern(trigger.error);
    // A pattern that cannot be read never matches.
    if (!trigger || (read && !('pattern' in read))) return [];
    return [{ lesson, trigger: { rule: trigger.rule, when: trigger.when }, error: read?.pattern }];
  });
  const matcher = compileTriggers(entries, book.history.roots);
  const figures = { name, lessons: lessons.length, told: 0, warned: 0, falseAlarms: 0 };
  for (const { threads } of newer)
    for (const thread of threads) {
      const session = matcher.startSession();
      for (const step of thread) {
        const call = { ...step.call, outcome: step.told };
        const fired = session
          .match(call)
          .filter(({ error }) => error === undefined || isInError(error, readErrorText(step.call.output)));
        const cause = known.get(step);
        if (cause && covered.has(cause)) figures.told += 1;
        if (cause && fired.some(({ lesson }) => causes.get(lesson)?.has(cause))) figures.warned += 1;
        if (!step.failure && step.outcome === 'worked' && fired.length > 0) figures.falseAlarms += 1;
        session.observe(call, step.outcome === 'worked' || step.told === 'ok');
      }
    }
  return figures;
}

function idsOf(failing: readonly Failing[]): string[] {
  return failing.map(({ step }) => step.call.id);
}

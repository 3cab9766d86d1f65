import { DEFAULTS } from '../config/defaults.ts';
import { spareLines } from '../delivery/earns-line.ts';
import { type ChoiceRequest, chooseLessons } from '../delivery/plan.ts';
import { renderFrame } from '../delivery/render.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { LessonMiner } from '../lessons/lesson-miner.ts';
import type { ViewedSession } from '../lessons/mine-session.ts';
import { compileTriggers, type Matcher } from '../lessons/triggers/index.ts';
import { formatId } from '../memory/entry-lesson.ts';
import { isToldByHooks } from '../memory/told-how.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import { type FrozenLesson, freezeLesson, type LessonSource } from './frozen-lesson.ts';
import type { LaterFailure } from './later-failure.ts';

/** The lessons that are told and matched from one moment on: plain data, which can be passed to another thread. */
export interface FrozenLessons {
  /** The moment, in milliseconds since 1970. */
  at: number;
  /** Lessons that were ready. */
  lessons: readonly FrozenLesson[];
  /** The tokens of the block. */
  tokens: number;
  /** Signatures that a list of the most frequent errors would name in the same budget. */
  errors: ReadonlySet<string>;
}

/** The same, ready to be matched with calls. */
export interface FrozenState extends FrozenLessons {
  /** Finds the lessons whose trigger matches a call. */
  matcher: Matcher<{ frozen: FrozenLesson }>;
}

/** A session that has ended, reduced to what later ones can learn from it. */
export interface PastSession extends ViewedSession {
  failures: readonly LaterFailure[];
}

/** The places and options of delivery; the moment is that of the freeze. */
export type DeliveryChoice = Omit<ChoiceRequest, 'now'>;

/** A lesson that other people had learned by a moment, in milliseconds. */
export interface LessonElsewhere {
  lesson: Omit<Lesson, 'id'>;
  since: number;
  /** Whether it is not told in this project, and only confirms what came up here. */
  onlyConfirms?: boolean;
}

/** The knowledge up to a moment. Sessions are added as they end. */
export class Knowledge {
  readonly #elsewhere: readonly LessonElsewhere[];
  readonly #experience = new LessonMiner();
  readonly #errors = new ErrorList();
  readonly #sessionEnds: number[] = [];
  readonly #failures = new Map<string, LaterFailure>();

  constructor(elsewhere: readonly LessonElsewhere[] = []) {
    this.#elsewhere = elsewhere;
  }

  /** Adds a session that has ended. */
  add(session: PastSession): void {
    this.#experience.add(session);
    this.#errors.add(session.failures);
    if (session.figures.lastAt !== undefined) this.#sessionEnds.push(session.figures.lastAt);
    for (const later of session.failures) this.#failures.set(later.step.call.id, later);
  }

  /** Returns the lessons that `learn` would have found at that moment, and the block that it would have delivered. */
  freeze(at: number, roots: Roots, delivery: DeliveryChoice): FrozenState {
    // The disk is not consulted: its present content was not known then.
    const { distilled, said } = this.#experience.teach();
    const sources = this.#join([...distilled, ...said.map((lesson) => ({ lesson }))], at);
    sources.sort(
      (a, b) =>
        a.lesson.firstSeen.localeCompare(b.lesson.firstSeen) ||
        a.lesson.fingerprint.localeCompare(b.lesson.fingerprint),
    );
    const lessonsThen: Lesson[] = sources.map(({ lesson }, index) => ({ ...lesson, id: formatId(index + 1) }));
    const weighed = spareLines(lessonsThen, this.#sessionEnds);
    const numbered = sources.flatMap((source, index) => {
      const lesson = weighed[index];
      return lesson ? [{ source, lesson }] : [];
    });
    const { selection } = chooseLessons(
      numbered.map(({ lesson }) => lesson),
      { ...delivery, now: new Date(at) },
    );
    const delivered = new Set(selection.delivered.map((lesson) => lesson.id));
    const lessons = numbered
      .filter(({ lesson }) => isToldByHooks(lesson))
      .map(({ source, lesson }) =>
        freezeLesson(source, lesson, delivered.has(lesson.id), (call) => this.#failures.get(call)),
      );
    return {
      at,
      lessons,
      matcher: compileFrozen(lessons, roots),
      tokens: selection.tokens,
      errors: this.#errors.mostFrequent(delivery.budget ?? DEFAULTS.budget),
    };
  }

  /** Adds the lessons that others had by then: what came up once here has recurred if they have it. */
  #join(own: readonly LessonSource[], at: number): LessonSource[] {
    const known = this.#elsewhere.filter(({ since }) => since <= at);
    const shared = new Set(known.map(({ lesson }) => lesson.fingerprint));
    const here = new Set(own.map(({ lesson }) => lesson.fingerprint));
    return [
      ...own.map((source) =>
        source.isSeenOnce && shared.has(source.lesson.fingerprint)
          ? { ...source, lesson: { ...source.lesson, status: 'ready' as const } }
          : source,
      ),
      ...known.flatMap(({ lesson, onlyConfirms }) =>
        onlyConfirms || here.has(lesson.fingerprint) ? [] : [{ lesson, isElsewhere: true as const }],
      ),
    ];
  }
}

/** Returns a matcher for the lessons whose trigger matches a call of a session. */
export function compileFrozen(lessons: readonly FrozenLesson[], roots: Roots): FrozenState['matcher'] {
  const triggered = lessons.flatMap((frozen) =>
    frozen.lesson.trigger ? [{ frozen, trigger: frozen.lesson.trigger }] : [],
  );
  return compileTriggers(triggered, roots);
}

/** The count and the text of each error, from which a list of the most frequent errors is made. */
class ErrorList {
  readonly #errors = new Map<string, { text: string; count: number }>();

  /** Adds the failures of a session that has ended. Reports of a check on the code being written are left out, as elsewhere. */
  add(failures: readonly LaterFailure[]): void {
    for (const { failure, signature } of failures) {
      if (failure.work || signature === undefined) continue;
      const known = this.#errors.get(signature);
      if (known) known.count += 1;
      else this.#errors.set(signature, { text: failure.diagnostic, count: 1 });
    }
  }

  /**
   * Returns the signatures of the most frequent errors whose texts fit the budget: the simplest thing that could be delivered
   * instead of lessons.
   */
  mostFrequent(budget: number): Set<string> {
    const chosen = new Set<string>();
    let left = budget - estimateTokens(renderFrame('L-001'));
    const ranked = [...this.#errors].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1));
    for (const [signature, { text, count }] of ranked) {
      const cost = estimateTokens(`- \`${text}\` (seen ${count} times)\n`);
      if (cost > left) continue;
      left -= cost;
      chosen.add(signature);
    }
    return chosen;
  }
}

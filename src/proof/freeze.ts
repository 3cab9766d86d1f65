import { DEFAULTS } from '../config/defaults.ts';
import { spareLines } from '../delivery/earns-line.ts';
import { type ChoiceRequest, chooseLessons } from '../delivery/plan.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { LessonMiner } from '../lessons/lesson-miner.ts';
import type { ViewedSession } from '../lessons/mine-session.ts';
import { compileTriggers, type Matcher } from '../lessons/triggers/index.ts';
import { formatId } from '../memory/entry-lesson.ts';
import { isToldByHooks } from '../memory/tellable.ts';
import { ErrorList } from './error-list.ts';
import { type FrozenLesson, freezeLesson, type LessonSource } from './frozen-lesson.ts';
import type { LaterFailure } from './later-failure.ts';

/** The lessons that are told and matched from one moment on. */
export interface FrozenState {
  /** The moment, in milliseconds since 1970. */
  at: number;
  /** Lessons that were ready. */
  lessons: readonly FrozenLesson[];
  /** Finds the lessons whose trigger matches a call. */
  matcher: Matcher<{ frozen: FrozenLesson }>;
  /** The tokens of the block. */
  tokens: number;
  /** Signatures that a list of the most frequent errors would name in the same budget. */
  errors: ReadonlySet<string>;
}

/** A session that has ended, reduced to what later ones can learn from it. */
export interface PastSession extends ViewedSession {
  failures: readonly LaterFailure[];
}

/** The places and options of delivery; the moment is that of the freeze. */
export type DeliveryChoice = Omit<ChoiceRequest, 'now'>;

/** The knowledge up to a moment. Sessions are added as they end. */
export class Knowledge {
  readonly #experience = new LessonMiner();
  readonly #errors = new ErrorList();
  readonly #sessionEnds: number[] = [];
  readonly #failures = new Map<string, LaterFailure>();

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
    const sources: LessonSource[] = [...distilled, ...said.map((lesson) => ({ lesson }))];
    sources.sort(
      (a, b) => a.lesson.firstSeen.localeCompare(b.lesson.firstSeen) || a.lesson.fingerprint.localeCompare(b.lesson.fingerprint),
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
      .map(({ source, lesson }) => freezeLesson(source, lesson, delivered.has(lesson.id), (call) => this.#failures.get(call)));
    return {
      at,
      lessons,
      matcher: compileFrozen(lessons, roots),
      tokens: selection.tokens,
      errors: this.#errors.mostFrequent(delivery.budget ?? DEFAULTS.budget),
    };
  }
}

/** Returns a matcher for the lessons whose trigger matches a call of a session. */
export function compileFrozen(lessons: readonly FrozenLesson[], roots: Roots): FrozenState['matcher'] {
  const triggered = lessons.flatMap((frozen) => (frozen.lesson.trigger ? [{ frozen, trigger: frozen.lesson.trigger }] : []));
  return compileTriggers(triggered, roots);
}

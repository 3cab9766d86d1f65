import { DEFAULT_BUDGET } from '../delivery/budget.ts';
import { type ChoiceRequest, chooseLessons } from '../delivery/plan.ts';
import type { Claim } from '../failures/recovery/claim.ts';
import type { Roots, ThreadView } from '../failures/recovery/session-view.ts';
import { distil } from '../lessons/distil.ts';
import { History } from '../lessons/history.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { compileTriggers, type Matcher } from '../lessons/triggers/index.ts';
import { formatId } from '../memory/entry-lesson.ts';
import { ErrorList } from './error-list.ts';
import { type FrozenLesson, freezeLesson } from './frozen-lesson.ts';
import type { LaterFailure } from './later-failure.ts';

/** What is told and watched for from one moment on. */
export interface FrozenState {
  /** Milliseconds since 1970. */
  at: number;
  /** Lessons that were ready. */
  lessons: readonly FrozenLesson[];
  /** Finds the lessons whose trigger matches a call. */
  matcher: Matcher<{ frozen: FrozenLesson }>;
  /** Tokens of the block. */
  tokens: number;
  /** Signatures that a list of the most frequent errors would name in the same budget. */
  errors: ReadonlySet<string>;
}

/** A session that is over, as far as later ones can learn from it. */
export interface PastSession {
  views: readonly ThreadView[];
  claims: readonly Claim[];
  failures: readonly LaterFailure[];
}

/** Where and how lessons are delivered; the moment is that of the freeze. */
export type DeliveryChoice = Omit<ChoiceRequest, 'now'>;

/** What is known up to a moment. Sessions are added as they end. */
export class Knowledge {
  readonly #claims: Claim[] = [];
  readonly #history = new History();
  readonly #errors = new ErrorList();
  readonly #signatures = new Map<string, string>();

  /** Takes in a session that is over. */
  add({ views, claims, failures }: PastSession): void {
    for (const view of views) this.#history.add(view);
    this.#claims.push(...claims);
    this.#errors.add(failures);
    for (const { step, signature } of failures) if (signature !== undefined) this.#signatures.set(step.call.id, signature);
  }

  /** The lessons that `learn` would have found at that moment, and the block it would have delivered. */
  freeze(at: number, roots: Roots, delivery: DeliveryChoice): FrozenState {
    const distilled = distil(this.#claims, this.#history).sort(
      (a, b) => a.lesson.firstSeen.localeCompare(b.lesson.firstSeen) || a.lesson.fingerprint.localeCompare(b.lesson.fingerprint),
    );
    const numbered = distilled.map((source, index) => ({
      source,
      lesson: { ...source.lesson, id: formatId(index + 1) } satisfies Lesson,
    }));
    const { selection } = chooseLessons(
      numbered.map(({ lesson }) => lesson),
      { ...delivery, now: new Date(at) },
    );
    const delivered = new Set(selection.delivered.map((lesson) => lesson.id));
    const lessons = numbered
      .filter(({ lesson }) => lesson.status === 'ready')
      .map(({ source, lesson }) => freezeLesson(source, lesson, delivered.has(lesson.id), (call) => this.#signatures.get(call)));
    return {
      at,
      lessons,
      matcher: compileFrozen(lessons, roots),
      tokens: selection.tokens,
      errors: this.#errors.mostFrequent(delivery.budget ?? DEFAULT_BUDGET),
    };
  }
}

/** Finds the lessons whose trigger matches a call of a session. */
export function compileFrozen(lessons: readonly FrozenLesson[], roots: Roots): FrozenState['matcher'] {
  const triggered = lessons.flatMap((frozen) => (frozen.lesson.trigger ? [{ frozen, trigger: frozen.lesson.trigger }] : []));
  return compileTriggers(triggered, roots);
}

import type { Step, ThreadView } from '../failures/recovery/session-view.ts';
import { LostTime } from '../lessons/lost-time.ts';
import type { FrozenLesson } from './frozen-lesson.ts';
import type { LaterFailure } from './later-failure.ts';
import type { Tally } from './tally.ts';

/**
 * The calls that hooks would have stopped: by lessons that have proved themselves, each the first call that it matches in a
 * conversation or a subagent. A lesson that stops a call that worked stops no other. An agent that was stopped is assumed to do
 * better for the rest of its conversation.
 */
export class ReplayedStops {
  readonly #tally: Tally;
  readonly #contradicted: Set<string>;
  readonly #lost = new LostTime();
  #told = new Set<string>();

  constructor(tally: Tally, contradicted: Set<string>) {
    this.#tally = tally;
    this.#contradicted = contradicted;
  }

  /** Starts another conversation or subagent, which is told separately. */
  startThread(): void {
    this.#told = new Set();
  }

  /** Counts a call, which failed as described by `later`, or did not fail. */
  count({ outcome }: Step, matched: ReadonlySet<FrozenLesson>, later: LaterFailure | undefined, view: ThreadView): void {
    const stopping = [...matched].filter(({ stops }) => stops).map(({ lesson }) => lesson.fingerprint);
    const stopped = stopping.find((fingerprint) => !this.#told.has(fingerprint) && !this.#contradicted.has(fingerprint));
    // Findings about the code are the purpose of a check.
    const failed = later?.failure.work ? undefined : later;
    if (stopped === undefined) {
      if (failed && stopping.some((fingerprint) => this.#told.has(fingerprint)))
        this.#tally.stopsSaved += this.#lost.add(view, failed).calls;
      return;
    }
    this.#told.add(stopped);
    if (failed) {
      this.#tally.stops += 1;
      // The stopped call is made like the failed one: the saving is the path from there to the fix.
      this.#tally.stopsSaved += Math.max(0, this.#lost.add(view, failed).calls - 1);
      return;
    }
    this.#tally.wrongStops += 1;
    if (outcome === 'worked') this.#contradicted.add(stopped);
  }
}

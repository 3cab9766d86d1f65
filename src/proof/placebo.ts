import { type Roots, ran } from '../failures/recovery/session-view.ts';
import { compileFrozen, type FrozenState } from './freeze.ts';
import { isAbout } from './frozen-lesson.ts';
import type { LaterFailure } from './later-failure.ts';
import type { ReplayedSession } from './replay.ts';

/** Transfers the lessons of another project to this one: their paths are resolved below its roots. */
export function transplant(states: readonly FrozenState[], roots: Roots): FrozenState[] {
  return states.map((state) => ({ ...state, matcher: compileFrozen(state.lessons, roots) }));
}

/** Counts the failures before which the lessons would have been shown: told in the block, or warned about by a trigger. */
export function countShown(
  { views, failures }: Pick<ReplayedSession, 'views' | 'failures'>,
  state: FrozenState,
  isWanted: (later: LaterFailure) => boolean,
): number {
  const wanted = new Map(failures.filter(isWanted).map((later) => [later.step.call.id, later]));
  if (wanted.size === 0 || state.lessons.length === 0) return 0;
  let shown = 0;
  for (const view of views) {
    const matcher = state.matcher.startSession();
    for (const step of view.steps) {
      const later = wanted.get(step.call.id);
      if (later) {
        const matched = new Set(matcher.match(step.call).map(({ frozen }) => frozen));
        const isShown = (lesson: FrozenState['lessons'][number]) => lesson.isDelivered || (lesson.warns && matched.has(lesson));
        if (state.lessons.some((lesson) => isShown(lesson) && isAbout(lesson, later, matched.has(lesson)))) shown += 1;
      }
      matcher.observe({ ...step.call, outcome: step.told }, ran(step) || step.told === 'ok');
    }
  }
  return shown;
}

import type { ClaimGroup } from './claim-group.ts';
import type { Draft } from './draft.ts';
import type { Confidence, LessonStatus, Trigger } from './lesson.ts';

/**
 * A first sighting is watched, not delivered. A lesson is ready once the mistake came up again: in another session, or after it had
 * been dealt with in the same one. General facts of tools and shells need more, because every reader half knows them.
 */
export function statusOf(group: ClaimGroup, draft: Draft, trigger: Trigger | undefined): LessonStatus {
  if (draft.kind === 'retry' && group.sessions < 2) return 'watching';
  if (draft.kind === 'tool-use' && draft.reach === 'general' && (group.sessions < 2 || group.occurrences < 3)) return 'watching';
  if (group.sessions < 2 && group.episodes < 2) return 'watching';
  // A form that mostly works is not a mistake: something else separates the cases, and we do not know what.
  if (trigger && trigger.succeeded > trigger.failed * 2) return 'watching';
  return 'ready';
}

/** Low at first sight, medium when seen again, high from three times in two sessions on. */
export function confidenceOf(group: ClaimGroup): Confidence {
  if (group.occurrences >= 3 && group.sessions >= 2) return 'high';
  return group.occurrences >= 2 ? 'medium' : 'low';
}

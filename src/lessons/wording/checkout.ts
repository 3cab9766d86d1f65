import type { ClaimGroup } from '../claim-group.ts';
import type { LessonWords } from '../lesson-words.ts';
import { fixed, say, times } from '../quotable.ts';

/** Words the lesson about paths into another checkout. */
export function wordCheckout(group: ClaimGroup): LessonWords {
  return {
    kind: 'path',
    reach: 'general',
    title: fixed("Absolute paths must start with this session's own checkout"),
    guidance: fixed(
      'Build absolute paths from the root of this session (`git rev-parse --show-toplevel`): another worktree or clone is a different copy, or is not there.',
    ),
    pattern: say`A path of another checkout was used ${times(group.occurrences)}.`,
    scope: [],
  };
}

import type { ClaimGroup } from '../claim-group.ts';
import { type Draft, times } from '../draft.ts';

/** Paths into another checkout. */
export function wordCheckout(group: ClaimGroup): Draft {
  return {
    kind: 'path',
    reach: 'general',
    title: "Absolute paths must start with this session's own checkout",
    guidance:
      'Build absolute paths from the directory this session works in (`git rev-parse --show-toplevel`): another worktree, clone or home folder is another copy of the repository, or is not there.',
    pattern: `A path of another checkout was used ${times(group.occurrences)}.`,
    scope: [],
  };
}

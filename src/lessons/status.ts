import type { Claim, RelationName } from '../failures/recovery/claim.ts';
import type { ClaimGroup } from './claim-group.ts';
import type { Confidence, LessonStatus, Trigger } from './lesson.ts';
import type { LessonWords } from './lesson-words.ts';

/**
 * Returns the status of a lesson. A first sighting is watched, not delivered. A lesson is ready once the mistake came up again:
 * in another session, or after it had been dealt with in the same one. If the tool itself stated the rule, nothing has to be
 * inferred, and a second call that broke it is enough.
 */
export function statusOf(group: ClaimGroup, draft: LessonWords, trigger: Trigger | undefined): LessonStatus {
  const relation = group.claims.at(-1)?.relation;
  // Knowing that something does not work helps only together with what does.
  if (draft.lacks === 'action') return 'watching';
  // A failure that passes by itself, or after a while, is believed when another session shows it again.
  if ((draft.kind === 'retry' || relation === 'too-soon') && group.sessions < 2) return 'watching';
  // An address that one session tried and another that it then used need not serve the same purpose.
  if (relation === 'other-endpoint' && group.sessions < 2) return 'watching';
  // A preparation without which calls work as often as not was needed on one day only.
  if (relation === 'prerequisite' && trigger && trigger.succeeded > trigger.failed) return 'watching';
  // An additional step costs a call each time: it has to save more than it costs in all the calls that go well without it.
  if (isStepMore(relation) && trigger && trigger.succeeded > Math.max(group.lost.calls, group.occurrences))
    return 'watching';
  // An upgrade during a running session is over when the session ends.
  if (isOfUpgrade(group) && group.sessions < 2) return 'watching';
  if (group.claims.every(({ facts }) => facts?.trap === 'eval-wrapper') && group.sessions < 2) return 'watching';
  // If no client reports that the file had changed, two cases may be chance.
  const isInferred = group.claims.every(({ failure }) => failure.kind !== 'stale-read');
  if (relation === 'rewritten-file' && isInferred && group.occurrences < 3) return 'watching';
  // A statement of an agent's own tool is worth repeating only with a reason specific to this project, once that has cost
  // something.
  const isRepeating = relation === 'tool-habit' && !isOfUpgrade(group);
  if (isRepeating && (draft.reach === 'general' || group.occurrences < 3)) return 'watching';
  // A fact about a widespread tool must be missed in more than one session to be worth a line.
  if (draft.reach === 'general' && group.sessions < 2) return 'watching';
  // Guesses made in one turn are one guess.
  const forms = relation === 'other-path' ? Math.min(group.forms, group.turns) : group.forms;
  const cameAgain = group.sessions >= 2 || group.episodes >= 2 || (forms >= 2 && group.claims.every(isStated));
  if (!cameAgain) return 'watching';
  // A form that mostly works is not a mistake: something unknown separates the cases.
  if (trigger && !draft.oftenWorks && trigger.succeeded > trigger.failed * 2) return 'watching';
  return 'ready';
}

/** Whether lessons of a relation add a step before calls that mostly go well. */
function isStepMore(relation: RelationName | undefined): boolean {
  return relation === 'rewritten-file' || relation === 'gate-stage';
}

/** Whether the group is about an upgrade of the agent during its session, which is no rule of a tool. */
function isOfUpgrade({ claims }: ClaimGroup): boolean {
  return claims.every(({ facts }) => facts?.habit === 'tool-gone');
}

/** Whether the lesson is a statement of the tool, or visible in the call's own text, rather than inferred from what helped. */
function isStated({ relation, facts }: Claim): boolean {
  // A value that is not in a list, or a field that does not exist, is proved by the error.
  return stated.has(relation) || facts?.choices !== undefined || facts?.field !== undefined;
}

const stated: ReadonlySet<RelationName> = new Set<RelationName>([
  'tool-habit',
  'search-form',
  'other-flag',
  'argument-rule',
  'other-argument',
  'other-quoting',
  'hook-rule',
  'repository-rule',
  'other-path',
  // A call that fails in a fresh checkout and works once the packages are installed fails because they were missing.
  'missing-install',
]);

/** Returns low at the first sighting, medium when seen again, high from three times in two sessions. */
export function confidenceOf(group: ClaimGroup): Confidence {
  if (group.occurrences >= 3 && group.sessions >= 2) return 'high';
  return group.occurrences >= 2 ? 'medium' : 'low';
}

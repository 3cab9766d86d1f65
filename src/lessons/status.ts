import type { Claim, RelationName } from '../failures/recovery/claim.ts';
import type { ClaimGroup } from './claim-group.ts';
import type { Draft } from './draft.ts';
import type { Confidence, LessonStatus, Trigger } from './lesson.ts';

/**
 * A first sighting is watched, not delivered. A lesson is ready once the mistake came up again: in another session, or after it had
 * been dealt with in the same one. Where the tool itself stated the rule, nothing has to be inferred, and a second call that broke it is
 * enough.
 */
export function statusOf(group: ClaimGroup, draft: Draft, trigger: Trigger | undefined): LessonStatus {
  const relation = group.claims.at(-1)?.relation;
  // That something does not work helps nobody who does not hear what does.
  if (draft.lacks === 'action') return 'watching';
  // What passes by itself, or after a while, is believed when another session shows it again.
  if ((draft.kind === 'retry' || relation === 'too-soon') && group.sessions < 2) return 'watching';
  // An address that one session tried and another that it then used need not be for the same.
  if (relation === 'other-endpoint' && group.sessions < 2) return 'watching';
  // A preparation that calls do without as often as not was for one day.
  if (relation === 'prerequisite' && trigger && trigger.succeeded > trigger.failed) return 'watching';
  // A step more costs a call each time: it has to save more than it costs in all the calls that go well without it.
  if (isStepMore(relation) && trigger && trigger.succeeded > Math.max(group.lost.calls, group.occurrences)) return 'watching';
  // An upgrade under a running session is over when it ends.
  if (isOfUpgrade(group) && group.sessions < 2) return 'watching';
  if (group.claims.every(({ facts }) => facts?.trap === 'eval-wrapper') && group.sessions < 2) return 'watching';
  // Where no client says that the file had changed, twice may be chance.
  const isInferred = group.claims.every(({ failure }) => failure.kind !== 'stale-read');
  if (relation === 'rewritten-file' && isInferred && group.occurrences < 3) return 'watching';
  // What an agent's tool says itself is worth repeating only with what holds here, once that has cost something.
  const isRepeating = relation === 'tool-habit' && !isOfUpgrade(group);
  if (isRepeating && (draft.reach === 'general' || group.occurrences < 3)) return 'watching';
  // A fact of a tool that everybody has must be missed in more than one session to be worth a line.
  if (draft.reach === 'general' && group.sessions < 2) return 'watching';
  // Guesses of one turn are one guess.
  const forms = relation === 'other-path' ? Math.min(group.forms, group.turns) : group.forms;
  const cameAgain = group.sessions >= 2 || group.episodes >= 2 || (forms >= 2 && group.claims.every(isStated));
  if (!cameAgain) return 'watching';
  // A form that mostly works is not a mistake: something else separates the cases, and we do not know what.
  if (trigger && !draft.oftenWorks && trigger.succeeded > trigger.failed * 2) return 'watching';
  return 'ready';
}

/** Lessons that say to do something first, before calls that mostly go well. */
function isStepMore(relation: RelationName | undefined): boolean {
  return relation === 'rewritten-file' || relation === 'gate-stage';
}

/** That an agent was upgraded under its session is no rule of a tool. */
function isOfUpgrade({ claims }: ClaimGroup): boolean {
  return claims.every(({ facts }) => facts?.habit === 'tool-gone');
}

/** Whether the lesson is what the tool said, or what the call's own text shows, rather than what was seen to help. */
function isStated({ relation, facts }: Claim): boolean {
  // A value that is none of a list, or a field that does not exist, is proved by the error.
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
  // Whatever fails in a fresh checkout, and works once the packages are there, fails for want of them.
  'missing-install',
]);

/** Low at first sight, medium when seen again, high from three times in two sessions on. */
export function confidenceOf(group: ClaimGroup): Confidence {
  if (group.occurrences >= 3 && group.sessions >= 2) return 'high';
  return group.occurrences >= 2 ? 'medium' : 'low';
}

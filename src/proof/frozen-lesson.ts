import type { Claim } from '../failures/recovery/claim.ts';
import type { DistilledLesson } from '../lessons/distil.ts';
import type { Lesson } from '../lessons/lesson.ts';
import type { LaterFailure } from './later-failure.ts';

/** A lesson as it was known at one moment, with what tells which later failures it is about. */
export interface FrozenLesson {
  lesson: Lesson;
  relation: Claim['relation'];
  /** Keys of the claims it was made of. */
  keys: ReadonlySet<string>;
  /** Signatures of the failures it was made of. */
  signatures: ReadonlySet<string>;
  /** What worked, the most often confirmed first. */
  rights: readonly string[];
  /** Whether it is in the block that an agent is given at its start. */
  isDelivered: boolean;
}

/** Relations whose lessons join claims of different keys: a folder takes all guesses below it, a program all its commands. */
const joining: ReadonlySet<Claim['relation']> = new Set(['other-path', 'other-checkout', 'user-rejection']);

/** Freezes a lesson. */
export function freezeLesson(
  { relation, group }: Pick<DistilledLesson, 'relation' | 'group'>,
  lesson: Lesson,
  isDelivered: boolean,
  signatureOf: (call: string) => string | undefined,
): FrozenLesson {
  return {
    lesson,
    relation,
    isDelivered,
    keys: new Set(group.claims.map((claim) => claim.key)),
    signatures: new Set(group.claims.flatMap((claim) => signatureOf(claim.failure.call.id) ?? [])),
    rights: group.rights,
  };
}

/**
 * Whether a lesson is about a failure. What the failure's own session claims decides: the same relation with the same key. A lesson
 * that joins several guesses is also about a guess that its rule matches, or that had the same right answer. Only where the session
 * explains nothing, the same signature as one of the lesson's own failures will do.
 */
export function isAbout(lesson: FrozenLesson, later: LaterFailure, matchesCall: boolean): boolean {
  if (later.claims.length > 0) return later.claims.some((claim) => covers(lesson, claim, matchesCall));
  return later.signature !== undefined && lesson.signatures.has(later.signature);
}

function covers({ relation, keys, rights }: FrozenLesson, claim: Claim, matchesCall: boolean): boolean {
  if (claim.relation !== relation) return false;
  if (keys.has(claim.key)) return true;
  if (!joining.has(relation)) return false;
  return relation === 'other-checkout' || matchesCall || (claim.right !== undefined && claim.right === rights[0]);
}

/** The fix that the failure's own session found, where it names what worked and the lesson can be held to it. */
export function findComparableFix(lesson: FrozenLesson, later: LaterFailure): Claim | undefined {
  return later.claims.find((claim) => claim.relation === lesson.relation && claim.right !== undefined && claim.fix !== undefined);
}

/** Whether the guidance names what then worked: the very thing, or for a path its folder. */
export function namesFix({ lesson, relation, rights }: FrozenLesson, { right }: Claim): boolean {
  if (right === undefined) return false;
  if (right === rights[0] || lesson.guidance.includes(`\`${right}\``)) return true;
  if (relation !== 'other-path') return false;
  const folder = right.slice(0, Math.max(0, right.lastIndexOf('/')));
  return [right, folder].some((path) => path !== '' && lesson.guidance.includes(`\`${path}/\``));
}

import { warnedAgents } from '../delivery/context-files/audience.ts';
import type { Claim } from '../failures/recovery/claim.ts';
import type { DistilledLesson } from '../lessons/distil.ts';
import { fingerprint } from '../lessons/fingerprint.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { modeOf } from '../lessons/triggers/mode.ts';
import { isProven } from '../lessons/triggers/proven.ts';
import { isAboutMachine, type LaterFailure } from './later-failure.ts';

/** A lesson as it was known at one moment, with the facts that decide which later failures it is about. */
export interface FrozenLesson {
  lesson: Lesson;
  /** The relation of its failures and fixes; absent for a person's remark, which is about no failure. */
  relation?: Claim['relation'];
  /** Keys of the claims from which it was made, as their own sessions gave them. */
  keys: ReadonlySet<string>;
  /** For lessons about findings of checks: the rules, or the files, that it names. */
  parts: ReadonlySet<string>;
  /** Signatures of the failures from which it was made. */
  signatures: ReadonlySet<string>;
  /** For lessons about recurring failures: the complaint of most of its failures. */
  complaints: ReadonlySet<string>;
  /** The alternatives that worked, the most frequently confirmed first. */
  rights: readonly string[];
  /** Whether it is in the block that an agent is given at its start. */
  isDelivered: boolean;
  /** Whether its trigger is precise enough to be shown before a call; others are told in the block only. */
  warns: boolean;
  /** Whether its trigger has proved itself, so that hooks stop the first call of a session that it matches. */
  stops: boolean;
  /** The agents whose calls it may interrupt; all if absent. */
  agents?: readonly string[];
  /** Whether it was learned from sessions of other people, which are not here: its fingerprint says what it is about. */
  isElsewhere?: true;
}

/** Relations whose lessons join claims of different keys: a folder covers all guesses below it, a program all its commands. */
const joining: ReadonlySet<Claim['relation']> = new Set(['other-path', 'other-checkout', 'user-rejection']);

/** The material from which a lesson was made; a remark of a person is about no failure. */
export type LessonSource = { lesson: Omit<Lesson, 'id'>; isElsewhere?: true } & Partial<
  Omit<DistilledLesson, 'lesson'>
>;

/** Freezes a lesson. `recall` returns a failure of the past as its own session saw it. */
export function freezeLesson(
  { relation, group, record, isElsewhere }: LessonSource,
  lesson: Lesson,
  isDelivered: boolean,
  recall: (call: string) => LaterFailure | undefined,
): FrozenLesson {
  // Claims that are told together may have been given a common key: what counts is the key that a later session will find.
  const claims = (group?.claims ?? []).flatMap((claim) => {
    const own = recall(claim.failure.call.id)?.claims.filter((one) => one.relation === claim.relation) ?? [];
    const same = own.filter((one) => one.key === claim.key || one.wrong === claim.wrong);
    return same.length > 0 ? same : own;
  });
  const agents = warnedAgents(lesson);
  return {
    lesson,
    relation,
    isDelivered,
    warns: modeOf(lesson.trigger) === 'warn',
    stops: record?.trigger !== undefined && isProven(record.trigger),
    agents,
    isElsewhere,
    keys: new Set(claims.map((claim) => claim.key)),
    // Only recurring findings are told.
    parts: new Set((group?.claims ?? []).flatMap(partsOf)),
    // Some claims are made only when all sessions are seen together: their own sessions do not contain them.
    signatures: new Set((group?.claims ?? []).flatMap((claim) => recall(claim.failure.call.id)?.signature ?? [])),
    complaints: relation === 'same-error' ? sharedComplaints(group?.claims ?? [], recall) : new Set(),
    rights: group?.rights ?? [],
  };
}

/** Returns the complaints that at least half of the failures share. */
function sharedComplaints(claims: readonly Claim[], recall: (call: string) => LaterFailure | undefined): Set<string> {
  const counts = new Map<string, number>();
  for (const { failure } of claims)
    for (const complaint of recall(failure.call.id)?.complaints ?? [])
      counts.set(complaint, (counts.get(complaint) ?? 0) + 1);
  return new Set([...counts].flatMap(([complaint, count]) => (count * 2 >= claims.length ? complaint : [])));
}

/**
 * Whether a lesson is about a failure. The claims of the failure's own session decide: the same relation with the same key. A
 * lesson that joins several guesses is also about a guess that its rule matches, or that had the same right answer. A lesson
 * about a recurring failure, which no session can see alone, is recognised by the complaint. If the session explains nothing, or
 * the error names a missing program or module, the same signature as one of the lesson's own failures is enough.
 */
export function isAbout(lesson: FrozenLesson, later: LaterFailure, matchesCall: boolean): boolean {
  if (lesson.isElsewhere)
    return later.claims.some(({ relation, key }) => fingerprint(relation, key) === lesson.lesson.fingerprint);
  if (later.claims.some((claim) => covers(lesson, claim, matchesCall))) return true;
  if (later.complaints.some((complaint) => lesson.complaints.has(complaint))) return true;
  if (later.claims.length > 0 && !isAboutMachine(later.failure)) return false;
  return later.signature !== undefined && lesson.signatures.has(later.signature);
}

function covers({ relation, keys, parts, rights }: FrozenLesson, claim: Claim, matchesCall: boolean): boolean {
  if (relation === undefined || claim.relation !== relation) return false;
  // A linter has many rules: a lesson that names two of them says nothing about a third.
  if (claim.findings && parts.size > 0) return keys.has(claim.key) && partsOf(claim).some((part) => parts.has(part));
  if (keys.has(claim.key)) return true;
  if (!joining.has(relation)) return false;
  return relation === 'other-checkout' || matchesCall || (claim.right !== undefined && claim.right === rights[0]);
}

/**
 * Returns what the findings of a claim have in common with those of a similar one: the rule, or else the file, or else the kind.
 */
function partsOf({ relation, findings = [] }: Claim): string[] {
  return findings.map(({ rule, path, kind }) => (relation === 'old-findings' ? (path ?? kind) : (rule ?? kind)));
}

/** Returns the fix that the failure's own session found, if it names what worked and can be compared with the lesson. */
export function findComparableFix(lesson: FrozenLesson, later: LaterFailure): Claim | undefined {
  return later.claims.find(
    (claim) => claim.relation === lesson.relation && claim.right !== undefined && claim.fix !== undefined,
  );
}

/** Whether the guidance names what then worked: exactly, or for a path its folder. */
export function namesFix({ lesson, relation, rights }: FrozenLesson, { right }: Claim): boolean {
  if (right === undefined) return false;
  if (right === rights[0] || lesson.guidance.includes(`\`${right}\``)) return true;
  if (relation !== 'other-path') return false;
  const folder = right.slice(0, Math.max(0, right.lastIndexOf('/')));
  return [right, folder].some((path) => path !== '' && lesson.guidance.includes(`\`${path}/\``));
}

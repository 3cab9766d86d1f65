import type { Claim, RelationName } from '../failures/recovery/claim.ts';
import { attributeRefusals } from './attribute-refusals.ts';
import { type ClaimGroup, countClaims, errorMarksOf, evidenceOf, groupClaims } from './claim-group.ts';
import { type Disk, noDisk } from './disk.ts';
import { distilPaths } from './distil-paths.ts';
import { endedWithVersion } from './ended-rules.ts';
import { fingerprint } from './fingerprint.ts';
import { mayTell } from './guard/may-tell.ts';
import type { History } from './history.ts';
import { widenDenials } from './joining/denials.ts';
import { joinFlags } from './joining/flags.ts';
import { joinMergeGates } from './joining/merge-gates.ts';
import { widenNames } from './joining/names.ts';
import { widenRejections } from './joining/rejections.ts';
import { joinRunners } from './joining/runners.ts';
import { AT_ONCE, type Evidence, type Lesson, type Trigger } from './lesson.ts';
import type { LessonWords } from './lesson-words.ts';
import { explainDisturbed, explainRecurring, explainRepairs } from './recurring/explain.ts';
import type { RecurringGroup } from './recurring/groups.ts';
import { settleExplanations } from './recurring/settle.ts';
import { keepRecurring } from './recurring-findings.ts';
import { type LastSeen, lookWithLog, namesGone } from './sign-of-life.ts';
import { confidenceOf, statusOf } from './status.ts';
import { type TrackRecord, trackRecord } from './track-record.ts';
import { needsDisk } from './triggers/condition.ts';
import { modeOf } from './triggers/mode.ts';
import { type Score, scoreTriggers, type Unscored } from './triggers/score.ts';
import { wordCheckout } from './wording/checkout.ts';
import { wordings } from './wording/index.ts';
import { worksAgain } from './works-again.ts';

/** A lesson without a number: memory assigns one. */
export type NewLesson = Omit<Lesson, 'id' | 'title' | 'guidance' | 'pattern' | 'scope'> &
  Pick<LessonWords, 'title' | 'guidance' | 'pattern' | 'scope'>;

/** A lesson with the claims from which it was made. */
export interface DistilledLesson {
  lesson: NewLesson;
  relation: RelationName;
  /** Its wording. */
  draft: LessonWords;
  /** The claims with their counts. */
  group: ClaimGroup;
  /** Whether it is watched only because it came up once. */
  isSeenOnce: boolean;
  /** The failures before which it would have been shown, had it been told as soon as it was ready. */
  record: TrackRecord;
}

/** A worded lesson, before it is scored. */
interface Worded {
  relation: RelationName;
  key: string;
  group: ClaimGroup;
  draft: LessonWords;
  /**
   * Whether the path that it calls wrong exists now, the check that it calls red is green, or the place that it is about or leads
   * to is gone.
   */
  cameToBe?: true;
}

/**
 * Turns the claims of many sessions into lessons: equal ones are merged, contradictory ones dropped, and each is counted and
 * scored on history.
 */
export function distil(
  claims: readonly Claim[],
  history: History,
  now: Disk = noDisk,
  recurring: readonly RecurringGroup[] = [],
): DistilledLesson[] {
  const disk = lookWithLog(now, claims, history);
  const settled = settleExplanations(claims, recurring);
  const known = finishAll(
    wordClaims([...settled, ...explainRepairs(recurring, settled)], history, disk),
    history,
    disk,
  );
  const told = tellRecurring(recurring, known, history, disk);
  return [...known.filter((lesson) => !isTold(lesson, told)), ...told].sort(
    (a, b) => b.lesson.occurrences - a.lesson.occurrences || a.lesson.title.localeCompare(b.lesson.title),
  );
}

/** Words the recurring failures that are not covered by a ready lesson that says what to do. */
function tellRecurring(
  recurring: readonly RecurringGroup[],
  known: readonly DistilledLesson[],
  history: History,
  disk: LastSeen,
): DistilledLesson[] {
  const useful = known.filter(({ lesson, draft }) => lesson.status === 'ready' && draft.lacks === undefined);
  // Even if a call works when it is sent again, the reason why it failed is worth finding.
  const disturbed = explainDisturbed(
    leaveOpen(
      recurring,
      useful.filter(({ lesson }) => lesson.kind !== 'retry').flatMap(({ lesson }) => lesson.evidence),
    ),
    history,
  );
  const told = [
    ...useful.flatMap(({ lesson }) => lesson.evidence),
    ...disturbed.map(({ failure }) => ({ call: failure.call.id })),
  ];
  const claims = [...disturbed, ...explainRecurring(leaveOpen(recurring, told), history)];
  return finishAll(wordClaims(claims, history, disk), history, disk).filter(({ lesson }) => lesson.status === 'ready');
}

/** Returns the groups of which at most half is covered by the evidence. */
function leaveOpen(groups: readonly RecurringGroup[], evidence: readonly Pick<Evidence, 'call'>[]): RecurringGroup[] {
  const told = new Set(evidence.map(({ call }) => call));
  return groups.filter(
    ({ failures }) => failures.filter(({ failure }) => told.has(failure.call.id)).length * 2 <= failures.length,
  );
}

/**
 * Whether a lesson that is only watched, does not know what to do or only says to try again is mostly covered by a better lesson
 * about a recurring failure.
 */
function isTold({ lesson, draft }: DistilledLesson, told: readonly DistilledLesson[]): boolean {
  if (lesson.status === 'ready' && draft.lacks === undefined && lesson.kind !== 'retry') return false;
  return told.some((other) => {
    const calls = new Set(other.lesson.evidence.map(({ call }) => call));
    return lesson.evidence.filter(({ call }) => calls.has(call)).length * 2 > lesson.evidence.length;
  });
}

/** Scores worded lessons and drops those that must not be told. */
function finishAll(all: readonly Worded[], history: History, disk: LastSeen): DistilledLesson[] {
  const worded = all.filter(({ draft }) => mayTell(draft, disk));
  const unscored = worded.map(asUnscored);
  const scores = scoreTriggers(
    unscored.filter((one) => one !== undefined),
    history,
  );
  return worded.map((one, index) => {
    const scored = unscored[index];
    const isOver = isGone(one, disk) || namesGone(one.draft, one.group, disk);
    return finish(isOver ? { ...one, cameToBe: true } : one, scored && scores.get(scored), history);
  });
}

/** Whether every place that a lesson is about is gone from the disk, so that nobody can go wrong there any more. */
function isGone({ relation, draft: { scope } }: Worded, disk: Disk): boolean {
  if (relation === 'other-path' || relation === 'search-scope' || scope.length === 0) return false;
  return scope.every((path) => !/[*?{]/.test(path) && disk.isThere(path) === false);
}

function wordClaims(claims: readonly Claim[], history: History, disk: LastSeen): Worded[] {
  const paths = claims.filter((claim) => claim.relation === 'other-path');
  const checkouts = claims.filter((claim) => claim.relation === 'other-checkout');
  const missing = paths.filter(({ facts }) => facts?.silent === undefined).map(({ wrong }) => wrong);
  const rest = claims.filter(
    ({ relation, wrong }) =>
      relation !== 'other-path' &&
      relation !== 'other-checkout' &&
      // A missing folder says more than a search that found nothing in it.
      !(relation === 'search-scope' && missing.some((path) => wrong === path || wrong.startsWith(`${path}/`))),
  );
  const lasting = keepRecurring(dropContradictions(rest), history);
  const joined = joinMergeGates(widenNames(joinRunners(joinFlags(lasting))));
  const others = widenDenials(widenRejections(attributeRefusals(joined, history), history), history);
  const worded: Worded[] = [];

  for (const { isOver, ...words } of distilPaths(paths, history, disk))
    worded.push({ relation: 'other-path', ...words, cameToBe: isOver ? true : undefined });
  if (checkouts.length > 0) {
    const group = countClaims(checkouts);
    worded.push({ relation: 'other-checkout', key: 'other-checkout', group, draft: wordCheckout(group) });
  }
  for (const same of groupClaims(others, (claim) => `${claim.relation} ${claim.key}`).values()) {
    const [head] = same;
    if (!head || head.relation === 'other-path' || head.relation === 'other-checkout') continue;
    const group = countClaims(same);
    const draft = wordings[head.relation](group, history);
    if (!draft) continue;
    const isOver = head.relation === 'old-findings' && history.checks.passedSince(head.key, group.lastAt);
    worded.push({
      relation: head.relation,
      key: head.key,
      group: draft.about ?? group,
      draft,
      cameToBe: isOver ? true : undefined,
    });
  }
  return worded;
}

function asUnscored({ relation, draft: { rule, when }, group }: Worded): Unscored | undefined {
  if (rule === undefined) return undefined;
  return {
    trigger: { rule, when },
    failedCalls: new Set(group.claims.map((claim) => claim.failure.call.id)),
    since: group.firstAt,
    last: group.lastAt,
    isState: isPlainlyWrong(relation, group) || relation === 'other-path',
    agents: relation === 'tool-habit' ? new Set(group.claims.map(({ failure }) => failure.call.agent)) : undefined,
  };
}

function finish(
  { relation, key, group, draft, cameToBe }: Worded,
  score: Score | undefined,
  history: History,
): DistilledLesson {
  const trigger = score && triggerOf(draft, score);
  const hasEnded = relation === 'tool-habit' && score !== undefined && endedWithVersion(group, score, history);
  const hasPassed =
    !draft.ageByItem && isPlainlyWrong(relation, group) && score !== undefined && draft.rule !== undefined;
  const isOver = cameToBe || hasEnded || (hasPassed && worksAgain(group, draft.rule ?? '', score.worked, history));
  const errors = errorMarksOf(group);
  const status = isOver ? 'retired' : statusOf(group, draft, trigger);
  const isSeenOnce = status === 'watching' && statusOf(seenAgain(group), draft, trigger) === 'ready';
  const lesson: NewLesson = {
    fingerprint: fingerprint(relation, key),
    kind: draft.kind,
    title: draft.title,
    pattern: draft.pattern,
    guidance: draft.guidance,
    trigger,
    scope: draft.scope,
    reach: draft.reach,
    status,
    told: isSeenOnce && draft.isKnownFact && modeOf(trigger) === 'warn' ? AT_ONCE : undefined,
    confidence: confidenceOf(group),
    occurrences: group.occurrences,
    sessions: group.sessions,
    wastedCalls: group.lost.calls,
    wastedMinutes: Math.round(group.lost.minutes),
    wastedTokens: group.lost.tokens,
    firstSeen: new Date(group.firstAt).toISOString(),
    lastSeen: new Date(group.lastAt).toISOString(),
    evidence: evidenceOf(group),
    errors: errors.length > 0 ? errors : undefined,
  };
  const record = {
    ...trackRecord(group, draft, score?.successes, history),
    ...(trigger && score ? { trigger: score.replayed } : {}),
  };
  return { lesson, relation, draft, group, isSeenOnce, record };
}

/** Returns the group as it would be if another session showed the same. */
function seenAgain(group: ClaimGroup): ClaimGroup {
  const { occurrences, sessions, episodes } = group;
  return { ...group, occurrences: occurrences + 1, sessions: sessions + 1, episodes: episodes + 1 };
}

/**
 * Returns the trigger of a lesson. A trigger that misses the very calls from which it was derived is useless, unless only the
 * disk can decide it.
 */
function triggerOf({ rule, when: own }: LessonWords, { failed, succeeded, when = own }: Score): Trigger | undefined {
  if (rule === undefined || (failed === 0 && !(when !== undefined && needsDisk(when)))) return undefined;
  return { rule, when, failed, succeeded };
}

/**
 * Relations whose wrong form is plainly wrong while the lesson holds: if it worked twice since it last failed, the world has
 * changed. For other relations successes are normal: `python3` runs many scripts, and a large file is read in parts. Paths are
 * checked one by one before they are joined.
 */
const passing: ReadonlySet<string> = new Set<RelationName>([
  'other-flag',
  'other-script',
  'other-value',
  'other-endpoint',
  'missing-program',
  'search-scope',
  'hook-rule',
  'repository-rule',
]);

function isPlainlyWrong(relation: RelationName, { claims }: ClaimGroup): boolean {
  return passing.has(relation) || (relation === 'same-error' && wrongForms.has(claims.at(-1)?.facts?.form ?? ''));
}

/** Forms of recurring failures in which a part of the call is wrong, rather than missing. */
const wrongForms: ReadonlySet<string> = new Set(['without', 'direct', 'fewer', 'never']);

/**
 * Drops claims that contradict each other. If A leads to B in one place and B to A in another, nothing separates them, so neither
 * is told, unless one side is much stronger.
 */
function dropContradictions(claims: readonly Claim[]): Claim[] {
  const votes = new Map<string, number>();
  const direction = (relation: string, wrong: string, right: string | undefined) =>
    `${relation} ${wrong} -> ${right ?? ''}`;
  for (const { relation, wrong, right } of claims) {
    const key = direction(relation, wrong, right);
    votes.set(key, (votes.get(key) ?? 0) + 1);
  }
  return claims.filter(({ relation, wrong, right }) => {
    // Equal sides are the same command with another flag or in another folder: no direction contradicts them.
    if (right === undefined || right === wrong) return true;
    const against = votes.get(direction(relation, right, wrong)) ?? 0;
    return against === 0 || (votes.get(direction(relation, wrong, right)) ?? 0) >= against * 3;
  });
}

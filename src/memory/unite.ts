import { MOST_MARKS } from '../failures/error-mark.ts';
import { CONFIDENCES, lowerConfidence } from '../lessons/confidence.ts';
import {
  AT_ONCE,
  type Confidence,
  type Evidence,
  evidenceKey,
  type Lesson,
  type LessonStatus,
  ON_MATCH,
} from '../lessons/lesson.ts';
import type { MemoryEntry, NewEntry, OwnPart } from './entry-lesson.ts';

/**
 * Merges what memory knows about a lesson with what was found now. Counts never shrink, because old logs are deleted; a person's
 * words stay; the rest takes the latest wording.
 */
export function uniteLessons(known: MemoryEntry, found: NewEntry): Lesson {
  const isOurs = (part: OwnPart) => !known.edited.includes(part);
  const occurrences = countOccurrences(known, found);
  const evidence = uniteEvidence(known.evidence, found.evidence);
  const trigger = uniteTrigger(known, found);
  const { line: _line, edited: _edited, told: _told, ...lesson } = known;
  return {
    ...lesson,
    title: isOurs('title') ? found.title : known.title,
    // The pattern states its count, which must not fall behind.
    pattern: isOurs('pattern') && found.occurrences >= known.occurrences ? found.pattern : known.pattern,
    guidance: isOurs('guidance') ? found.guidance : known.guidance,
    scope: isOurs('scope') && found.scope.length > 0 ? found.scope : known.scope,
    kind: isOurs('kind') ? found.kind : known.kind,
    reach: isOurs('reach') ? found.reach : known.reach,
    status:
      isOurs('status') && !isContradicted(known, found) && !isHeldBack(known, found)
        ? found.yieldsTo && known.status === 'ready'
          ? 'watching'
          : uniteStatus(known.status, found.status)
        : known.status,
    confidence: isOurs('confidence') ? uniteConfidence(known, found, occurrences) : known.confidence,
    ...(trigger && { trigger }),
    ...uniteTold(known, found),
    occurrences,
    sessions: Math.max(known.sessions, found.sessions, new Set(evidence.map((pointer) => pointer.session)).size),
    ...uniteLosses(known, found, Math.max),
    firstSeen: known.firstSeen === '' ? found.firstSeen : earliest([known.firstSeen, found.firstSeen]),
    lastSeen: latest([known.lastSeen, found.lastSeen]),
    evidence,
    ...uniteErrors(known, found),
    ...(found.yieldsTo ? { yieldsTo: found.yieldsTo } : {}),
  };
}

/**
 * The side with the most occurrences decides whether the lesson is worth a line, so that teammates with other sessions do not add
 * and remove it in turns. A lesson that a person confirmed is worth it, and a value that a person wrote stays.
 */
function uniteTold(known: MemoryEntry, found: NewEntry): Pick<Lesson, 'told'> {
  if (known.told !== undefined && known.told !== ON_MATCH && known.told !== AT_ONCE) return { told: known.told };
  const told = found.occurrences >= known.occurrences ? found.told : known.told;
  return told === undefined || known.validated !== undefined ? {} : { told };
}

/** Whether a person confirmed it, but calls that it calls wrong have worked since. The person is asked; the lesson stays. */
export function isContradicted(known: MemoryEntry, found: NewEntry | undefined): boolean {
  return known.validated !== undefined && known.status !== 'retired' && found?.status === 'retired';
}

/** Whether it waits until somebody settles which of two lessons is right. */
function isHeldBack(known: MemoryEntry, found: NewEntry): boolean {
  return known.conflict !== undefined && known.status === 'watching' && found.status === 'ready';
}

/** Merges two occurrences of the same lesson found in one run. */
export function uniteFinds(first: NewEntry, second: NewEntry): NewEntry {
  const evidence = uniteEvidence(first.evidence, second.evidence);
  return {
    ...first,
    occurrences: Math.max(first.occurrences, second.occurrences, evidence.length),
    sessions: Math.max(first.sessions, second.sessions, new Set(evidence.map((pointer) => pointer.session)).size),
    ...uniteLosses(first, second, Math.max),
    firstSeen: earliest([first.firstSeen, second.firstSeen]),
    lastSeen: latest([first.lastSeen, second.lastSeen]),
    status: uniteStatus(first.status, second.status),
    confidence: higher(first.confidence, second.confidence),
    evidence,
    ...uniteErrors(first, second),
  };
}

/** Merges the losses; if one side lacks minutes or tokens, those of the other stay. */
export function uniteLosses(
  first: NewEntry,
  second: NewEntry,
  join: (a: number, b: number) => number,
): Pick<Lesson, 'wastedCalls' | 'wastedMinutes' | 'wastedTokens'> {
  const united = (part: 'wastedMinutes' | 'wastedTokens') =>
    first[part] === undefined && second[part] === undefined
      ? {}
      : { [part]: join(first[part] ?? 0, second[part] ?? 0) };
  return {
    wastedCalls: join(first.wastedCalls, second.wastedCalls),
    ...united('wastedMinutes'),
    ...united('wastedTokens'),
  };
}

/**
 * Returns at least the count of either side. Calls that memory cannot have counted yet are added: if it lists only the newest of
 * its calls, those after the last listed one. Counting too few is better than counting one twice.
 */
function countOccurrences(known: MemoryEntry, found: NewEntry): number {
  const listed = new Set(known.evidence.map(evidenceKey));
  const listsAll = known.evidence.length >= known.occurrences;
  // A day without listed calls may have been counted in full: `~` sorts after every hour of it.
  const last = known.evidence.length > 0 ? latest(known.evidence.map((pointer) => pointer.at)) : `${known.lastSeen}~`;
  const fresh = found.evidence.filter(
    (pointer) => !listed.has(evidenceKey(pointer)) && (listsAll || pointer.at > last),
  );
  return Math.max(known.occurrences + new Set(fresh.map(evidenceKey)).size, found.occurrences);
}

function uniteEvidence(known: readonly Evidence[], found: readonly Evidence[]): Evidence[] {
  const byKey = new Map(known.map((pointer) => [evidenceKey(pointer), pointer]));
  for (const pointer of found) byKey.set(evidenceKey(pointer), { ...byKey.get(evidenceKey(pointer)), ...pointer });
  return [...byKey.values()];
}

/** Merges the errors; those found now are newer than those in memory. */
function uniteErrors({ errors: known = [] }: NewEntry, { errors: found = [] }: NewEntry): Pick<Lesson, 'errors'> {
  const errors = [...known.filter((mark) => !found.includes(mark)), ...found].slice(-MOST_MARKS);
  return errors.length > 0 ? { errors } : {};
}

function uniteTrigger(known: MemoryEntry, found: NewEntry): Lesson['trigger'] {
  if (known.edited.includes('trigger') || !found.trigger) return known.trigger;
  if (known.trigger?.rule !== found.trigger.rule || known.trigger.when !== found.trigger.when) return found.trigger;
  return {
    ...found.trigger,
    failed: Math.max(known.trigger.failed, found.trigger.failed),
    succeeded: Math.max(known.trigger.succeeded, found.trigger.succeeded),
  };
}

/**
 * A ready lesson stays ready when its logs are gone; only a later success retires it, and only enough new failures to be ready
 * restore it.
 */
function uniteStatus(known: LessonStatus, found: LessonStatus): LessonStatus {
  if (found === 'retired' || known === 'retired') return found === 'ready' ? 'ready' : 'retired';
  return known === 'ready' || found === 'ready' ? 'ready' : 'watching';
}

/**
 * Raises the confidence only on new evidence: confidence that tidying lowered must not rise by reading the same logs again. A
 * contradiction lowers it once.
 */
function uniteConfidence(known: MemoryEntry, found: NewEntry, occurrences: number): Confidence {
  if (known.validated !== undefined) return higher(known.confidence, found.confidence);
  if (found.status === 'retired')
    return known.status === 'retired' ? known.confidence : lowerConfidence(known.confidence);
  const isNew = occurrences > known.occurrences || found.lastSeen.slice(0, 10) > known.lastSeen.slice(0, 10);
  return isNew || known.status === 'retired' ? higher(known.confidence, found.confidence) : known.confidence;
}

function higher(first: Confidence, second: Confidence): Confidence {
  return CONFIDENCES.indexOf(first) > CONFIDENCES.indexOf(second) ? first : second;
}

/** ISO timestamps, full or days only, sort as text. */
function earliest(times: readonly string[]): string {
  return [...times].sort()[0] ?? '';
}

function latest(times: readonly string[]): string {
  return [...times].sort().at(-1) ?? '';
}

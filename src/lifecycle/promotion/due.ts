import { lessonValue } from '../../delivery/budget.ts';
import { isPersonal } from '../../delivery/context-files/audience.ts';
import { byId } from '../../delivery/render.ts';
import type { LessonKind } from '../../lessons/lesson.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { ASK_AGAIN_DAYS, ASK_AGAIN_OCCURRENCES, isKept } from './kept.ts';

/** The number of occurrences before a lesson becomes a permanent control. */
const DUE_OCCURRENCES = 3;

/**
 * Finds lessons that should become a rule, a test or a hook: of high confidence, often seen and not yet decided on. The most
 * valuable come first.
 */
export function findDue(entries: readonly MemoryEntry[], now: Date): MemoryEntry[] {
  return entries
    .filter((entry) => findMissing(entry, now).length === 0)
    .sort((a, b) => lessonValue(b, now) - lessonValue(a, now) || byId(a, b));
}

/** Kinds of lessons that are true only for the moment: a missing path, a service that was down, a permission that was refused. */
export const PASSING: ReadonlySet<LessonKind> = new Set(['missing-path', 'retry', 'permission']);

/** The facts that decide whether a lesson is due. */
type DueFacts = Pick<
  MemoryEntry,
  'id' | 'kind' | 'status' | 'confidence' | 'occurrences' | 'reach' | 'promoted' | 'conflict' | 'kept'
>;

/**
 * Returns the commands that make a lesson permanent, once it has high confidence or was seen three times; undefined before that,
 * or if somebody has decided. A lesson that awaits a person's confirmation needs that first.
 */
export function suggestPromotion(entry: DueFacts, now: Date): string | undefined {
  const { id, confidence, occurrences, status } = entry;
  if (confidence !== 'high' && occurrences < DUE_OCCURRENCES) return undefined;
  if (
    entry.promoted ||
    status === 'retired' ||
    entry.conflict ||
    isPersonal(entry) ||
    PASSING.has(entry.kind) ||
    isKept(entry, now)
  )
    return undefined;
  const isSaid = status === 'ready' && confidence === 'high';
  return isSaid ? `hardwon promote ${id}` : `hardwon confirm ${id}, then hardwon promote ${id}`;
}

/** Lists what keeps a lesson from being due, each as half a sentence; empty if it is due. */
export function findMissing(entry: DueFacts, now: Date): string[] {
  const missing: string[] = [];
  if (entry.promoted) missing.push(`it is promoted already, to ${entry.promoted}`);
  if (entry.status === 'retired') missing.push('it is retired');
  if (entry.confidence !== 'high') missing.push(`its confidence is ${entry.confidence}, not high`);
  else if (entry.status === 'watching') missing.push(`it waits for your confirmation (hardwon confirm ${entry.id})`);
  if (entry.occurrences < DUE_OCCURRENCES)
    missing.push(`it was seen ${entry.occurrences === 1 ? 'once' : 'twice'}, not ${DUE_OCCURRENCES} times`);
  if (entry.conflict) missing.push(`it has a conflict: ${entry.conflict}`);
  if (PASSING.has(entry.kind)) missing.push('it may be temporary, and a promotion is permanent');
  if (isPersonal(entry))
    missing.push(
      `it holds for ${entry.reach === 'user' ? 'one person' : 'one machine'} only, and a promotion is for everybody`,
    );
  if (isKept(entry, now))
    missing.push(
      `it was kept as a lesson on ${entry.kept}; hardwon asks again after ${ASK_AGAIN_DAYS} days or ${ASK_AGAIN_OCCURRENCES} more occurrences`,
    );
  return missing;
}

import { AT_ONCE, type Lesson, ON_MATCH } from '../lessons/lesson.ts';
import type { MemoryEntry } from './entry-lesson.ts';

// Apart from `verify/verified.ts`, which loads all that is known of programs: every run of `learn` asks these.

/**
 * Whether a lesson is shown only when it matches a call and not in a context file, because its line would cost more than it
 * saves. A lesson that a person confirmed is worth its line.
 */
export function isToldOnMatch({ status, told, validated, promoted }: Partial<MemoryEntry>): boolean {
  return status === 'ready' && told === ON_MATCH && validated === undefined && promoted === undefined;
}

/** Whether hooks tell a lesson: one that is ready, or a known fact that was seen once. */
export function isToldByHooks({
  status,
  told,
  conflict,
}: Pick<Lesson, 'status' | 'told'> & Partial<MemoryEntry>): boolean {
  return status === 'ready' || (status === 'watching' && told === AT_ONCE && conflict === undefined);
}

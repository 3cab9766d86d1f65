import type { Lesson } from '../lessons/lesson.ts';
import { printTrigger } from '../lessons/triggers/trigger-text.ts';

/**
 * Returns a function that finds the lesson that another may repeat in other words. This is only a guess: similar lessons are
 * shown to people and never merged.
 */
export function similarFinder<T extends Lesson>(known: readonly T[]): (lesson: Lesson) => T | undefined {
  const byMark = new Map(
    known.toReversed().flatMap((entry) => marksOf(entry).map((mark): [string, T] => [mark, entry])),
  );
  return (lesson) => marksOf(lesson).flatMap((mark) => byMark.get(mark) ?? [])[0];
}

/** Returns what lessons of the same meaning share: the calls that they are about, or the names that they mention. */
function marksOf({ kind, guidance, trigger }: Lesson): string[] {
  const names = [...new Set([...guidance.matchAll(/`([^`]{1,200})`/g)].map((match) => match[1] ?? ''))].sort();
  return [
    // Many lessons may be about every call of a tool.
    ...(trigger && trigger.error === undefined ? [`calls ${printTrigger(trigger)}`] : []),
    // A single name, such as that of a program, is not enough.
    ...(names.length >= 2 ? [`names ${kind} ${JSON.stringify(names)}`] : []),
  ];
}

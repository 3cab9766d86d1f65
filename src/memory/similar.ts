import type { Lesson } from '../lessons/lesson.ts';
import { printTrigger } from '../lessons/triggers/trigger-text.ts';

/** Finds the lesson that another may repeat in other words. Only a guess: what is alike is shown to people, and never merged. */
export function similarFinder<T extends Lesson>(known: readonly T[]): (lesson: Lesson) => T | undefined {
  const byMark = new Map(known.toReversed().flatMap((entry) => marksOf(entry).map((mark): [string, T] => [mark, entry])));
  return (lesson) => marksOf(lesson).flatMap((mark) => byMark.get(mark) ?? [])[0];
}

/** What lessons that say the same have in common: the calls they are about, or the names they speak of. */
function marksOf({ kind, guidance, trigger }: Lesson): string[] {
  const names = [...new Set([...guidance.matchAll(/`([^`]{1,200})`/g)].map((match) => match[1] ?? ''))].sort();
  return [
    // About every call of a tool, many lessons may be.
    ...(trigger && trigger.error === undefined ? [`calls ${printTrigger(trigger)}`] : []),
    // One name alone, such as that of a program, is not enough.
    ...(names.length >= 2 ? [`names ${kind} ${JSON.stringify(names)}`] : []),
  ];
}

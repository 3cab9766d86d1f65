import { type RefusedAdvice, refuseAdvice } from '../lessons/guard/refuse-advice.ts';
import { type Lesson, ON_MATCH } from '../lessons/lesson.ts';
import type { MemoryEntry } from './entry-lesson.ts';
import { readRule } from './learned-rule.ts';
import type { Notice } from './notice.ts';

/** What decides whether agents are told of a lesson in memory. */
type Told = Pick<Lesson, 'guidance'> & Partial<Pick<Lesson, 'title'>> & Pick<MemoryEntry, 'vouched'>;

/**
 * Why agents are not told of a lesson that is in memory: an older release, another tool or a teammate may have put it there. A person who
 * has vouched for it at a terminal is believed.
 */
export function findWithheld({ title = '', guidance, vouched }: Told): RefusedAdvice | undefined {
  return vouched === undefined ? (refuseAdvice(guidance) ?? refuseAdvice(title)) : undefined;
}

/** Whether agents may be told of a lesson. */
export function isTellable(lesson: Told): boolean {
  return findWithheld(lesson) === undefined;
}

/**
 * Whether a lesson is told where it matches a call, and in no context file, because its line would cost more than it saves. What a person
 * confirmed is worth its line.
 */
export function isToldOnMatch({ status, told, validated, promoted }: Partial<MemoryEntry>): boolean {
  return status === 'ready' && told === ON_MATCH && validated === undefined && promoted === undefined;
}

/** Whether a lesson of the user's own memory belongs into the files that are read in every project: a rule, or what several projects show. */
export function isToldEverywhere(entry: MemoryEntry): boolean {
  const isShown = readRule(entry) !== undefined || (entry.reach !== 'project' && entry.origin === undefined);
  return entry.status === 'ready' && entry.promoted === undefined && isShown && isTellable(entry);
}

/** A lesson as an agent that asks for it by name is shown it: its words are left out where they are not told. */
export function withoutWithheld<T extends Told & Pick<Lesson, 'title'>>(lesson: T): T {
  const refused = findWithheld(lesson);
  return refused ? { ...lesson, title: WITHHELD_TITLE, guidance: `Not told to agents: it ${refused.reason}.` } : lesson;
}

/** Titles are made of guidance, and may say the same. */
const WITHHELD_TITLE = 'A lesson that agents are not told';

/** What to say of lessons that are not told. */
export function noticeWithheld(lessons: readonly (Told & Pick<Lesson, 'id'>)[]): Notice[] {
  return lessons.flatMap((lesson) => {
    const refused = findWithheld(lesson);
    if (!refused) return [];
    const message = `${lesson.id} is not told to agents: it ${refused.reason}. hardwon reject ${lesson.id} takes it out; if you mean it, hardwon confirm ${lesson.id} --vouch`;
    return [{ code: 'withheld', message }];
  });
}

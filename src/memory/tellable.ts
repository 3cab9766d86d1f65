import { type RefusedAdvice, refuseAdvice } from '../lessons/guard/refuse-advice.ts';
import { type Lesson, TEAM_ORIGIN } from '../lessons/lesson.ts';
import type { MemoryEntry } from './entry-lesson.ts';
import { readRule } from './learned-rule.ts';
import type { Notice } from './notice.ts';

/** The facts that decide whether agents are told about a lesson in memory. */
type Told = Pick<Lesson, 'guidance'> & Partial<Pick<Lesson, 'title'>> & Pick<MemoryEntry, 'vouched'>;

/**
 * Finds why agents are not told about a lesson in memory: an older release, another tool or a teammate may have added it. A
 * lesson that a person vouched for at a terminal is trusted.
 */
export function findWithheld({ title = '', guidance, vouched }: Told): RefusedAdvice | undefined {
  return vouched === undefined ? (refuseAdvice(guidance) ?? refuseAdvice(title)) : undefined;
}

/** Whether agents may be told about a lesson. */
export function isTellable(lesson: Told): boolean {
  return findWithheld(lesson) === undefined;
}

/**
 * Whether a lesson of the user's own memory belongs in the files that are read in every project: a rule, or a lesson seen in
 * several projects.
 */
export function isToldEverywhere(entry: MemoryEntry): boolean {
  const isShown =
    readRule(entry) !== undefined ||
    (entry.reach !== 'project' && (entry.origin === undefined || entry.origin === TEAM_ORIGIN));
  return entry.status === 'ready' && entry.promoted === undefined && isShown && isTellable(entry);
}

/** Returns a lesson as shown to an agent that asks for it by name: without its words if agents must not be told. */
export function withoutWithheld<T extends Told & Pick<Lesson, 'title'>>(lesson: T): T {
  const refused = findWithheld(lesson);
  return refused ? { ...lesson, title: WITHHELD_TITLE, guidance: `Not told to agents: it ${refused.reason}.` } : lesson;
}

/** Titles are derived from guidance, and may say the same. */
const WITHHELD_TITLE = 'A lesson that agents are not told';

/** Words the notices about withheld lessons. */
export function noticeWithheld(lessons: readonly (Told & Pick<Lesson, 'id'>)[]): Notice[] {
  return lessons.flatMap((lesson) => {
    const refused = findWithheld(lesson);
    if (!refused) return [];
    const message = `${lesson.id} is not told to agents: it ${refused.reason}. hardwon reject ${lesson.id} takes it out; if you mean it, hardwon confirm ${lesson.id} --vouch`;
    return [{ code: 'withheld', message }];
  });
}

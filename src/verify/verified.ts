import { type RefusedAdvice, refuseAdvice } from '../lessons/guard/refuse-advice.ts';
import { type Lesson, TEAM_ORIGIN } from '../lessons/lesson.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import { readRule } from '../memory/learned-rule.ts';
import type { Notice } from '../memory/notice.ts';

/** The facts that decide whether agents are told about a lesson in memory. */
type Told = Pick<Lesson, 'guidance'> & Partial<Pick<Lesson, 'title'>> & Pick<MemoryEntry, 'vouched'>;

/**
 * Finds why agents are not told about a lesson in memory: an older release, another tool or a teammate may have added it. A
 * lesson that a person vouched for at a terminal is trusted.
 */
export function findWithheld({ title = '', guidance, vouched }: Told): RefusedAdvice | undefined {
  return vouched === undefined ? (refuseAdvice(guidance) ?? refuseAdvice(title)) : undefined;
}

declare const verified: unique symbol;

/** Text that agents may be told. Only `isTellable` makes it: context files, hooks and MCP accept no other. */
export type Verified = string & { readonly [verified]: true };

/** A lesson whose words agents may be told. */
export type Tellable<L extends Told> = L & { guidance: Verified; title: Verified };

/** Whether agents may be told about a lesson. */
export function isTellable<L extends Told>(lesson: L): lesson is Tellable<L> {
  return findWithheld(lesson) === undefined;
}

/**
 * Whether a lesson of the user's own memory belongs in the files that are read in every project: a rule, or a lesson seen in
 * several projects.
 */
export function isToldEverywhere(entry: MemoryEntry): entry is Tellable<MemoryEntry> {
  const isShown =
    readRule(entry) !== undefined ||
    (entry.reach !== 'project' && (entry.origin === undefined || entry.origin === TEAM_ORIGIN));
  return entry.status === 'ready' && entry.promoted === undefined && isShown && isTellable(entry);
}

/** Returns a lesson as shown to an agent that asks for it by name: without its words if agents must not be told. */
export function withoutWithheld<L extends Told & Pick<Lesson, 'title'>>(lesson: L): Tellable<L> {
  if (isTellable(lesson)) return lesson;
  const guidance = `Not told to agents: it ${findWithheld(lesson)?.reason}.`;
  return { ...lesson, title: WITHHELD_TITLE, guidance } as Tellable<L>;
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

import type { Lesson, LessonKind } from '../../lessons/lesson.ts';

/** What may be different tomorrow, and is for an agent's own notes. */
const PASSING: readonly LessonKind[] = ['missing-path', 'retry', 'permission'];

/** What is about an agent's own tools and rules, and means nothing to another. */
const OWN: readonly LessonKind[] = ['tool-use', 'permission'];

/** What is of use while one works on a file. Where a file is, and how to run a thing, has to be known before it is opened. */
const WHILE_WORKING: readonly LessonKind[] = ['convention', 'preference'];

/** Whether it may be different tomorrow. */
export function isPassing(lesson: Lesson): boolean {
  return PASSING.includes(lesson.kind);
}

/** Whether it is true of this machine or this user only. */
export function isPersonal(lesson: Pick<Lesson, 'reach'>): boolean {
  return lesson.reach === 'machine' || lesson.reach === 'user';
}

/** Whether it is a stable fact for everybody who works on the project. */
export function isForEverybody(lesson: Lesson): boolean {
  return !isPassing(lesson) && !isPersonal(lesson);
}

/** Whether it says anything to one of these readers; of a reader that is no agent nothing is known. */
export function concerns(lesson: Lesson, readers: readonly string[], agents: ReadonlySet<string>): boolean {
  const own = ownAgents(lesson);
  return !own || readers.some((reader) => own.includes(reader) || !agents.has(reader));
}

/** The agents whose own tools a lesson is about; nothing where it is for all. */
export function ownAgents(lesson: Lesson): string[] | undefined {
  const seen = [...new Set(lesson.evidence.map(({ agent }) => agent))];
  return OWN.includes(lesson.kind) && seen.length > 0 ? seen : undefined;
}

/** The globs of a lesson that is about parts of the project only: each names a folder that it stays in. */
export function narrowScope(lesson: Lesson): readonly string[] | undefined {
  if (!WHILE_WORKING.includes(lesson.kind) || !isForEverybody(lesson) || lesson.scope.length === 0) return undefined;
  return lesson.scope.every((glob) => FOLDER_GLOB.test(glob)) ? [...lesson.scope].sort() : undefined;
}

/** `services/api/**`: letters that need no quoting in any front matter. */
const FOLDER_GLOB = /^(?![./])[\w./-]+\/[\w./*-]*\*[\w./*-]*$/;

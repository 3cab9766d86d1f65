import type { ReportedLesson } from '../app/learn/learn-report.ts';
import { isOfAgents, stateOf } from '../lessons/count-lessons.ts';
import { findMissing } from '../lifecycle/promotion/due.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import { LESSON_KINDS } from '../memory/lesson-kinds.ts';
import type { LessonRow, Lessons, RejectedLesson } from './answers/lessons.ts';
import type { LessonsQuery } from './inputs.ts';
import type { PicturedProject, Shown } from './picture.ts';
import { isWritable } from './writable.ts';

/** Returns a page of lessons. */
export function listLessons(shown: Shown, query: LessonsQuery): Lessons {
  const words = query.search.toLowerCase().split(/\s+/).filter(Boolean);
  const counts: Lessons['counts'] = { review: 0, ready: 0, watching: 0, promoted: 0, retired: 0, rejected: 0, all: 0 };
  const rejected: RejectedLesson[] = [];
  const kinds = new Map<string, number>();
  const refusals: string[] = [];
  const found: LessonRow[] = [];
  for (const pictured of shown.projects) {
    if (query.projects.length > 0 && !query.projects.includes(pictured.project.id)) continue;
    const { report } = pictured;
    rejected.push(...rejectedOf(pictured, words));
    if (report.lessons.length === 0)
      refusals.push(...report.refusals.map((text) => `${pictured.project.name}: ${text}`));
    for (const lesson of report.lessons) {
      if (!isWanted(lesson, pictured, query, words)) continue;
      const row = rowOf(pictured, lesson, shown.at);
      const groups = groupsOf(row);
      // All kinds of the group are counted, whichever is chosen.
      if (groups.includes(query.show)) kinds.set(row.kind, (kinds.get(row.kind) ?? 0) + 1);
      if (query.kinds.length > 0 && !query.kinds.includes(row.kind)) continue;
      for (const group of groups) counts[group] += 1;
      if (groups.includes(query.show)) found.push(row);
    }
  }
  counts.rejected = rejected.length;
  const rows = [...found].sort(ORDERS[query.sort]);
  return {
    total: rows.length,
    offset: query.offset,
    rows: rows.slice(query.offset, query.offset + query.limit),
    counts,
    rejected: query.show === 'rejected' ? rejected.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)) : [],
    refusals,
    kinds: LESSON_KINDS.flatMap((kind) => (kinds.has(kind) ? [{ kind, lessons: kinds.get(kind) ?? 0 }] : [])),
  };
}

/** Returns a lesson as a row of a list. */
export function rowOf({ project, isOwn }: PicturedProject, lesson: ReportedLesson, now: Date): LessonRow {
  const { id, title, guidance, kind, status, confidence, reach, occurrences, sessions, wastedCalls, lastSeen } = lesson;
  const { delivered, isNew, promoted, validated, trigger } = lesson;
  const review = reviewOf(lesson, now, isOwn);
  return {
    project: project.id,
    projectName: project.name,
    ...{ id, title, guidance, kind, status, confidence, reach },
    ...{ occurrences, sessions, wastedCalls, lastSeen, delivered, isNew },
    review,
    promoted: promoted || undefined,
    validated: validated || undefined,
    trigger: trigger ? { rule: trigger.rule, failed: trigger.failed, succeeded: trigger.succeeded } : undefined,
  };
}

/**
 * Returns the reason why a person should review a lesson; undefined if they did, or need not. A decision on another lesson may
 * write this one to memory, which is no decision on it.
 */
export function reviewOf(lesson: ReportedLesson, now: Date, isOwn = false): LessonRow['review'] {
  const { status, validated, lastSeen, origin, kept, edited = [] } = lesson;
  if (status === 'retired' || lesson.promoted) return undefined;
  if (lesson.conflict) return 'conflict';
  // A lesson that was accepted is asked about again once it is seen again.
  const isSettled = validated !== undefined && lastSeen.slice(0, 10) <= validated;
  // A rule of the user's own memory is already in their files, so there is nothing to promote it to.
  if (!isOwn && !isSettled && isEntry(lesson) && findMissing(lesson, now).length === 0) return 'due';
  if (validated) return undefined;
  const isOfPerson = isOwn || origin !== undefined || kept !== undefined || edited.length > 0;
  if (status === 'ready') return isOfPerson ? undefined : 'new';
  return status === 'watching' && (origin !== undefined || lesson.occurrences > 1) ? 'watching' : undefined;
}

/** Whether it has the fields that memory adds to a lesson, as everything that a plan reports does. */
export function isEntry<T extends ReportedLesson>(lesson: T): lesson is T & MemoryEntry {
  return lesson.phase !== undefined && lesson.dimension !== undefined;
}

function rejectedOf(pictured: PicturedProject, words: readonly string[]): RejectedLesson[] {
  const { project, tombstones = [] } = pictured;
  return tombstones
    .filter(({ departure }) => departure === 'rejected')
    .filter(({ id, title, reason }) => {
      const text = `${id} ${title} ${reason} ${project.name}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(({ id, title, day, reason }) => {
      return { project: project.id, projectName: project.name, id, title, day, reason, writable: isWritable(pictured) };
    });
}

function groupsOf(row: LessonRow): LessonsQuery['show'][] {
  return ['all', stateOf(row), ...(row.review ? (['review'] as const) : [])];
}

function isWanted(
  lesson: ReportedLesson,
  { project }: PicturedProject,
  query: LessonsQuery,
  words: readonly string[],
): boolean {
  if (query.confidences.length > 0 && !query.confidences.includes(lesson.confidence)) return false;
  if (!isOfAgents(lesson, query.agents)) return false;
  if (words.length === 0) return true;
  const parts = [
    lesson.id,
    lesson.title,
    lesson.guidance,
    lesson.pattern,
    lesson.trigger?.rule,
    lesson.kind,
    project.name,
  ];
  const text = [...parts, ...lesson.scope].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

const URGENCY: readonly LessonRow['review'][] = ['conflict', 'due', 'new', 'watching', undefined];

const ORDERS: Record<LessonsQuery['sort'], (a: LessonRow, b: LessonRow) => number> = {
  value: (a, b) =>
    URGENCY.indexOf(a.review) - URGENCY.indexOf(b.review) ||
    b.occurrences - a.occurrences ||
    b.wastedCalls - a.wastedCalls,
  seen: (a, b) => b.occurrences - a.occurrences || b.sessions - a.sessions,
  wasted: (a, b) => b.wastedCalls - a.wastedCalls || b.occurrences - a.occurrences,
  recent: (a, b) => (a.lastSeen < b.lastSeen ? 1 : a.lastSeen > b.lastSeen ? -1 : 0),
  id: (a, b) => a.projectName.localeCompare(b.projectName) || a.id.localeCompare(b.id, 'en', { numeric: true }),
};

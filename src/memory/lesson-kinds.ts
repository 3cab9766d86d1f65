import type { LessonKind } from '../lessons/lesson.ts';

/** Every kind of lesson, in the order in which they are delivered. */
export const LESSON_KINDS: readonly LessonKind[] = [
  'environment',
  'path',
  'search-scope',
  'command',
  'preference',
  'large-file',
  'tool-use',
  'prerequisite',
  'convention',
  'missing-path',
  'retry',
  'permission',
];

import { join } from 'node:path';
import type { Lesson, LessonKind } from '../../lessons/lesson.ts';
import type { ContextFile } from './context-file.ts';

/** What may be different tomorrow, and is for the agent's own notes. */
const PASSING: readonly LessonKind[] = ['missing-path', 'retry', 'permission'];

/** Stable facts of the project, for everybody who works on it. */
export const claudeMd: ContextFile = {
  name: 'CLAUDE.md',
  path: ({ projectRoot }) => join(projectRoot, 'CLAUDE.md'),
  root: ({ projectRoot }) => projectRoot,
  takes: (lesson) => !isPassing(lesson) && (lesson.reach === 'project' || lesson.reach === 'general'),
  isShared: true,
};

/** What is true of this machine or this user only. */
export const claudeLocalMd: ContextFile = {
  name: 'CLAUDE.local.md',
  path: ({ projectRoot }) => join(projectRoot, 'CLAUDE.local.md'),
  root: ({ projectRoot }) => projectRoot,
  takes: (lesson) => !isPassing(lesson) && (lesson.reach === 'machine' || lesson.reach === 'user'),
  isShared: false,
};

function isPassing(lesson: Lesson): boolean {
  return PASSING.includes(lesson.kind);
}

import { dirname, join } from 'node:path';
import type { LessonKind } from '../../lessons/lesson.ts';
import type { ContextFile } from './context-file.ts';

const KINDS: readonly LessonKind[] = ['missing-path', 'retry', 'permission'];

/** Claude Code's own notes on a project: what may be different tomorrow. */
export const claudeMemory: ContextFile = {
  name: 'MEMORY.md',
  path: (places) => places.claudeMemory,
  root: ({ claudeMemory: path, projectRoot }) => (path === undefined ? projectRoot : dirname(path)),
  takes: (lesson) => KINDS.includes(lesson.kind),
  isShared: false,
  linesRead: 200,
};

/** Where Claude Code keeps its memory of a project. `claudeFolder` is `~/.claude`, or what CLAUDE_CONFIG_DIR or the user says. */
export function claudeMemoryPath(projectRoot: string, claudeFolder: string): string {
  return join(claudeFolder, 'projects', projectRoot.replace(/[^a-zA-Z0-9]/g, '-'), 'memory', 'MEMORY.md');
}

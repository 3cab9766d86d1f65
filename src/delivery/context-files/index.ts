import { claudeLocalMd, claudeMd } from './claude-md.ts';
import { claudeMemory } from './claude-memory.ts';
import type { ContextFile } from './context-file.ts';

/** Every context file that lessons are delivered in. Add yours here; the first that takes a lesson pays for it from the budget. */
export const contextFiles: readonly ContextFile[] = [claudeMd, claudeLocalMd, claudeMemory];

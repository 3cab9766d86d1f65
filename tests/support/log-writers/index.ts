import { claudeCodeWriter } from './claude-code.ts';
import type { LogWriter } from './log-writer.ts';

/** Every golden case is written by each of these and must give the same lessons. Add yours here. */
export const logWriters: readonly LogWriter[] = [claudeCodeWriter];

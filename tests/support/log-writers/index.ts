import { claudeCodeWriter } from './claude-code.ts';
import { codexWriter } from './codex.ts';
import { copilotWriter } from './copilot.ts';
import { cursorWriter } from './cursor.ts';
import { geminiWriter } from './gemini.ts';
import type { LogWriter } from './log-writer.ts';
import { openCodeWriter } from './opencode.ts';
import { piWriter } from './pi.ts';

/** Every golden case is written by each of these and must give the same lessons, unless the agent lacks what it tells of. Add yours here. */
export const logWriters: readonly LogWriter[] = [
  claudeCodeWriter,
  codexWriter,
  openCodeWriter,
  piWriter,
  geminiWriter,
  copilotWriter,
];

/** The logs of every agent that is read; those of the last one tell too little for golden cases. */
export const allLogWriters: readonly LogWriter[] = [...logWriters, cursorWriter];

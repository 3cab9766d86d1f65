import { claudeCodeWriter } from './claude-code.ts';
import { clineWriter } from './cline.ts';
import { codexWriter } from './codex.ts';
import { copilotWriter } from './copilot.ts';
import { geminiWriter } from './gemini.ts';
import type { LogWriter } from './log-writer.ts';
import { openCodeWriter } from './opencode.ts';
import { openHandsWriter } from './openhands.ts';
import { piWriter } from './pi.ts';

/** Every golden case is written by each of these and must give the same lessons, unless the agent lacks what it tells of. Add yours here. */
export const logWriters: readonly LogWriter[] = [
  claudeCodeWriter,
  codexWriter,
  openCodeWriter,
  piWriter,
  geminiWriter,
  copilotWriter,
  clineWriter,
  openHandsWriter,
];

import type { BuiltInAgent } from './agent.ts';
import { claudeCode } from './claude-code/index.ts';
import { codex } from './codex/index.ts';
import { copilot } from './copilot/index.ts';
import { cursor } from './cursor/index.ts';
import { gemini } from './gemini/index.ts';
import { openCode } from './opencode/index.ts';
import { pi } from './pi/index.ts';

/** Every agent whose logs are read. Add yours here: one folder next to `claude-code/`, one line below. */
export const agents: readonly BuiltInAgent[] = [claudeCode, codex, openCode, pi, gemini, copilot, cursor];

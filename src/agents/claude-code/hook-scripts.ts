import type { HookScripts } from '../hook-scripts.ts';

/** Hooks of Claude Code that start a script of the project. The shell is Bash on Windows, too. */
export const hookScripts: HookScripts = {
  folder: '.claude/hooks',
  settings: '.claude/settings.json',
  failureEvent: 'PostToolUseFailure',
  start: (script) => ({ command: `node "$CLAUDE_PROJECT_DIR/${script}" 2>/dev/null || true` }),
};

import { join } from 'node:path';
import type { JsonHooks } from '../hook-installer.ts';
import { findRoot } from './paths.ts';

/**
 * Tools that lessons are about. Without the anchors `Write` would also match `TodoWrite`, and each start of the hook takes time.
 */
const TOOLS = '^(Bash|PowerShell|Read|Edit|MultiEdit|Write|NotebookEdit|Grep|Glob|WebFetch|mcp__.*)$';

/**
 * Hooks of Claude Code. There is none after a successful call: the event of a batch reports all its calls, including those that
 * failed before they began, for which no other event is fired. A compaction starts the session afresh. A subagent in the
 * background may end after the turn.
 */
export const hooks: JsonHooks = {
  form: 'json',
  user: (places) => join(findRoot(places), 'settings.json'),
  project: '.claude/settings.json',
  events: [
    { name: 'SessionStart' },
    { name: 'UserPromptSubmit', isForAsking: true },
    { name: 'PreToolUse', matcher: TOOLS },
    { name: 'PostToolUseFailure', matcher: TOOLS },
    { name: 'PostToolBatch' },
    { name: 'SubagentStart' },
    { name: 'SubagentStop', isForAsking: true },
    { name: 'Stop', isForAsking: true },
  ],
  // Seconds. The hook itself gives up sooner; this is for a machine that hangs.
  extra: { timeout: 5 },
  off: { member: 'disableAllHooks', value: true },
};

import type { JsonHooks } from '../hook-installer.ts';

/** Tools that lessons are about, by the names that hooks give them; a tool of an MCP server is `MCP:` and its name. */
const TOOLS = '^(Shell|Read|Write|Edit|StrReplace|Delete|Grep|Glob|MCP:.*)$';

/**
 * Hooks of Cursor, as its documents describe them. Of what can be answered there is a denial before a call, and context at the start of a
 * session and after a call that ran; after one that failed to run it reads no answer, and what came of a stop is noted.
 */
export const hooks: JsonHooks = {
  form: 'json',
  // The editor reads it there, wherever the agent for the terminal keeps its data.
  user: '~/.cursor/hooks.json',
  project: '.cursor/hooks.json',
  windowsShell: 'powershell',
  isFlat: true,
  frame: { version: 1 },
  events: [
    { name: 'sessionStart' },
    { name: 'preToolUse', matcher: TOOLS },
    { name: 'postToolUse', matcher: TOOLS },
    { name: 'postToolUseFailure', matcher: TOOLS },
  ],
  // Seconds.
  extra: { timeout: 5 },
};

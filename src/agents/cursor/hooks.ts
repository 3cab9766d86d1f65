import type { JsonHooks } from '../hook-installer.ts';

/** Tools that lessons are about, by the names that hooks use; a tool of an MCP server is `MCP:` and its name. */
const TOOLS = '^(Shell|Read|Write|Edit|StrReplace|Delete|Grep|Glob|MCP:.*)$';

/**
 * Hooks of Cursor, as its documentation describes them. An answer can be a denial before a call, or context at the start of a
 * session and after a call that ran; after a call that failed to run Cursor reads no answer, and the result of a stop is
 * recorded.
 */
export const hooks: JsonHooks = {
  form: 'json',
  // The editor reads it there, regardless of where the terminal agent keeps its data.
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

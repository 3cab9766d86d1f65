import { join } from 'node:path';
import type { JsonHooks } from '../hook-installer.ts';
import { findRoot } from './paths.ts';

/** Tools that lessons are about, by the names that hooks use: every shell is `Bash`, and a code-mode script is `exec`. */
const TOOLS = '^(Bash|apply_patch|exec|mcp__.*)$';

/** Hooks of Codex. A failing command ends with PostToolUse like any other. */
export const hooks: JsonHooks = {
  form: 'json',
  user: (places) => join(findRoot(places), 'hooks.json'),
  project: '.codex/hooks.json',
  windowsShell: 'cmd',
  windowsMember: 'commandWindows',
  events: [
    { name: 'SessionStart' },
    { name: 'UserPromptSubmit', isForAsking: true },
    { name: 'PreToolUse', matcher: TOOLS },
    { name: 'PostToolUse', matcher: TOOLS },
    { name: 'Stop', isForAsking: true },
  ],
  // Seconds.
  extra: { timeout: 5 },
  caveat:
    'hooks that are new or changed do not run until you trust them. Start codex and choose "Trust all and continue", or type /hooks',
};

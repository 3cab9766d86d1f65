import type { HookScripts } from '../hook-scripts.ts';

/** Hooks of Codex that start a script of the project. */
export const hookScripts: HookScripts = {
  folder: '.codex/hooks',
  settings: '.codex/hooks.json',
  // It has no separate event for failures.
  failureEvent: 'PostToolUse',
  start: (script) => ({
    command: `node "$(git rev-parse --show-toplevel)/${script}" 2>/dev/null || true`,
    commandWindows: `node ${script.replaceAll('/', '\\')}`,
  }),
  caveat: 'Codex runs a new hook only after you trust it: type /hooks there.',
};

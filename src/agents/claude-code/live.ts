import type { LiveClient } from '../live-client.ts';

/** What Claude Code calls itself where a person uses it; for scripts and actions it has other names. */
const ATTENDED: ReadonlySet<string | undefined> = new Set(['cli', 'claude-vscode', 'claude-desktop']);

/** How Claude Code speaks with hooks: all that is not said here is as it does it. */
export const live = {
  name: 'claude-code',
  aliases: ['claude'],
  hasPrompts: true,
  sessionVariable: 'CLAUDE_CODE_SESSION_ID',
  isAttended: (env) => ATTENDED.has(env.CLAUDE_CODE_ENTRYPOINT),
} satisfies LiveClient;

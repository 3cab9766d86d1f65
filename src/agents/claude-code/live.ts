import type { LiveClient } from '../live-client.ts';

/** The names Claude Code gives itself when a person uses it; it has other names for scripts and actions. */
const ATTENDED: ReadonlySet<string | undefined> = new Set(['cli', 'claude-vscode', 'claude-desktop']);

/** Describes how Claude Code talks to hooks; members that are absent here default to its behaviour. */
export const live = {
  name: 'claude-code',
  aliases: ['claude'],
  hasPrompts: true,
  tellsUser: true,
  sessionVariable: 'CLAUDE_CODE_SESSION_ID',
  isAttended: (env) => ATTENDED.has(env.CLAUDE_CODE_ENTRYPOINT),
} satisfies LiveClient;

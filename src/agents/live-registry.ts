import { live as claudeCode } from './claude-code/live.ts';
import { live as codex } from './codex/live.ts';
import { live as copilot } from './copilot/live.ts';
import { live as cursor } from './cursor/live.ts';
import { live as gemini } from './gemini/live.ts';
import type { LiveClient } from './live-client.ts';
import { live as openCode } from './opencode/live.ts';

/** Every agent whose hooks are known, for the hook: it starts before every tool call, and `registry.ts` would load too much. Add yours here. */
export const liveClients: readonly LiveClient[] = [claudeCode, codex, copilot, cursor, gemini, openCode];

/** The client of an agent, by any of its names; one that nothing is known of speaks as Claude Code does. */
export function findLiveClient(name: string): LiveClient {
  return liveClients.find((client) => client.name === name || client.aliases?.includes(name)) ?? { name };
}

/** The session of an agent that this process was started in, where the agent says so. */
export function findSession(env: Readonly<Record<string, string | undefined>>): { agent: string; session: string } | undefined {
  for (const { name, sessionVariable } of liveClients) {
    const session = sessionVariable === undefined ? undefined : env[sessionVariable];
    if (session) return { agent: name, session };
  }
  return undefined;
}

/** The agent that a hook was started for, where the command line does not say. */
export const USUAL_CLIENT = claudeCode.name;

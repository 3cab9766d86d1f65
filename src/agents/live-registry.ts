import type { Environment } from '../shared/surroundings.ts';
import { live as claudeCode } from './claude-code/live.ts';
import { live as codex } from './codex/live.ts';
import { live as copilot } from './copilot/live.ts';
import { live as cursor } from './cursor/live.ts';
import { live as gemini } from './gemini/live.ts';
import type { LiveClient } from './live-client.ts';
import { live as openCode } from './opencode/live.ts';

/**
 * Every agent whose hooks are known, for the hook, which starts before every tool call: `registry.ts` would load too much. Add
 * yours here.
 */
export const liveClients: readonly LiveClient[] = [claudeCode, codex, copilot, cursor, gemini, openCode];

/** Finds the client of an agent by any of its names; an unknown one is treated like Claude Code. */
export function findLiveClient(name: string): LiveClient {
  return liveClients.find((client) => client.name === name || client.aliases?.includes(name)) ?? { name };
}

/** Returns the agent session in which this process was started, if the agent provides it. */
export function findOwnSession(env: Environment): { agent: string; session: string } | undefined {
  for (const { name, sessionVariable } of liveClients) {
    const session = sessionVariable === undefined ? undefined : env[sessionVariable];
    if (session) return { agent: name, session };
  }
  return undefined;
}

/** The agent that a hook was started for, if the command line does not name one. */
export const USUAL_CLIENT = claudeCode.name;

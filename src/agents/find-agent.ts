import type { BuiltInAgent } from './agent.ts';
import { agents } from './registry.ts';

/** Finds the agent with this name or alias. */
export function findAgent<T extends Pick<BuiltInAgent, 'name' | 'aliases'>>(
  name: string,
  known: readonly T[],
): T | undefined {
  return known.find((agent) => agent.name === name) ?? known.find(({ aliases }) => aliases?.includes(name));
}

/**
 * Returns the canonical name of an agent, for names from files and command lines. A name of no built-in agent is returned
 * unchanged.
 */
export function toAgentName(name: string): string {
  return findAgent(name, agents)?.name ?? name;
}

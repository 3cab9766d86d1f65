import type { BuiltInAgent } from './agent.ts';
import { agents } from './registry.ts';

/** The agent of that name, or of which it is another name. */
export function findAgent<T extends Pick<BuiltInAgent, 'name' | 'aliases'>>(name: string, known: readonly T[]): T | undefined {
  return known.find((agent) => agent.name === name) ?? known.find(({ aliases }) => aliases?.includes(name));
}

/** The one name of an agent, for names that come from files and command lines. What is no agent of ours stays as it is. */
export function toAgentName(name: string): string {
  return findAgent(name, agents)?.name ?? name;
}

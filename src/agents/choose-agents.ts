import { AppError } from '../shared/errors.ts';
import type { Agent } from './agent.ts';
import { agents } from './registry.ts';

/** The agents with these names; all of them where none are given. A name that is not known is a mistake of the user's. */
export function chooseAgents(names: readonly string[] | undefined): readonly Agent[] {
  if (names === undefined) return agents;
  const unknown = names.find((name) => !agents.some((agent) => agent.name === name));
  if (unknown !== undefined) {
    throw new AppError('usage', `There is no agent called ${unknown}.`, {
      hint: `Known agents: ${agents.map((agent) => agent.name).join(', ')}.`,
    });
  }
  return agents.filter((agent) => names.includes(agent.name));
}

import { AppError } from '../shared/errors.ts';
import type { Agent } from './agent.ts';
import { agents } from './registry.ts';

/** Agents whose logs an adapter in `examples/adapters` reads. */
const ADAPTED = ['cline', 'openhands', 'swe-agent'];

/**
 * Returns the known agents with these names, or all of them if no names are given. An unknown name is either a mistake of the
 * user's or the name of an adapter that could not be loaded, which `problems` explain.
 */
export function chooseAgents(
  names: readonly string[] | undefined,
  known: readonly Agent[] = agents,
  problems: readonly string[] = [],
): readonly Agent[] {
  if (names === undefined) return known;
  const unknown = names.find((name) => !known.some((agent) => agent.name === name));
  if (unknown !== undefined) {
    const file = `examples/adapters/${unknown}.mjs`;
    const adapters = ADAPTED.includes(unknown) ? [`${file} reads its logs: docs/adapters.md says how to use it.`] : [];
    throw new AppError('usage', `There is no agent called ${unknown}.`, {
      hint: [...problems, ...adapters, `Known agents: ${known.map((agent) => agent.name).join(', ')}.`].join('\n  '),
    });
  }
  return known.filter((agent) => names.includes(agent.name));
}

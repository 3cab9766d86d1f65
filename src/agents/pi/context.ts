import { type AgentContext, agentsMd, type ContextPlaces, projectFile, userFile } from '../context.ts';
import { findRoot } from './paths.ts';

/** pi reads AGENTS.md, else CLAUDE.md, in the project and in its own folder. */
export function piContext(places: ContextPlaces): AgentContext {
  const own = agentsMd(places);
  return {
    shared: [own, projectFile(places, 'CLAUDE.md', { unless: [own.path] })],
    local: userFile(places, findRoot(places), 'AGENTS.md'),
  };
}

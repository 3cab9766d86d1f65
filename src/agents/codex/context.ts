import { type AgentContext, agentsMd, type ContextPlaces, projectFile, userFile } from '../context.ts';
import { findRoot } from './paths.ts';

/** Codex reads AGENTS.md, or AGENTS.override.md in its place, and does the same in its own folder. */
export function codexContext(places: ContextPlaces): AgentContext {
  const override = projectFile(places, 'AGENTS.override.md');
  return {
    shared: [agentsMd(places, { unless: [override.path] }), override],
    local: userFile(places, findRoot(places), 'AGENTS.md'),
  };
}

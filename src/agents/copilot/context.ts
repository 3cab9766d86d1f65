import { join } from 'node:path';
import { type AgentContext, agentsMd, type ContextPlaces, projectFile, userFile } from '../context.ts';
import { findRoot } from './paths.ts';

/** Copilot reads all of these together; AGENTS.md is created if Copilot has no file of its own, because others read it, too. */
export function copilotContext(places: ContextPlaces): AgentContext {
  return {
    shared: [
      projectFile(places, '.github/copilot-instructions.md'),
      agentsMd(places),
      projectFile(places, 'CLAUDE.md'),
      projectFile(places, 'GEMINI.md'),
    ],
    local: userFile(places, findRoot(places), 'copilot-instructions.md'),
    scoped: {
      folder: join(places.projectRoot, '.github', 'instructions'),
      extension: '.instructions.md',
      begin: (globs) => `---\napplyTo: ${JSON.stringify(globs.join(','))}\n---\n`,
    },
  };
}

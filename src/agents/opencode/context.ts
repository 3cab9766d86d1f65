import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentContext, agentsMd, type ContextPlaces, projectFile, userFile } from '../context.ts';

/**
 * OpenCode reads AGENTS.md, and CLAUDE.md only if there is none. The same holds for the user's own files: creating the first
 * would hide the second, so it is not created in that case.
 */
export function openCodeContext(places: ContextPlaces): AgentContext {
  const own = agentsMd(places);
  const folder = join(places.env.XDG_CONFIG_HOME || join(places.home, '.config'), 'opencode');
  const local = userFile(places, folder, 'AGENTS.md');
  const user = userFile(places, join(places.home, '.claude'), 'CLAUDE.md');
  const isHiding = !existsSync(local.path) && existsSync(user.path);
  return {
    shared: [own, projectFile(places, 'CLAUDE.md', { unless: [own.path] })],
    ...(isHiding ? { user } : { local }),
  };
}

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentContext, agentsMd, type ContextPlaces, localFile, projectFile } from '../context.ts';

/** Cline reads `.clinerules`, a file or a folder of files, AGENTS.md and the old rules of Cursor. */
export function clineContext(places: ContextPlaces): AgentContext {
  const folder = join(places.projectRoot, '.clinerules');
  const facts = statSync(folder, { throwIfNoEntry: false });
  const others = [agentsMd(places), projectFile(places, '.cursorrules')];
  if (facts && !facts.isDirectory()) return { shared: [projectFile(places, '.clinerules'), ...others] };
  return {
    shared: [projectFile(places, '.clinerules/hardwon.md', { isMade: facts !== undefined }), ...others],
    local: localFile(places, '.clinerules/hardwon-local.md'),
    scoped: {
      folder,
      extension: '.md',
      begin: (globs) => `---\npaths:\n${globs.map((glob) => `  - ${JSON.stringify(glob)}\n`).join('')}---\n`,
    },
  };
}

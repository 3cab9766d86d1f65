import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentContext, agentsMd, type ContextPlaces, localFile, projectFile } from '../context.ts';

const ALWAYS = '---\ndescription: Lessons from past sessions\nalwaysApply: true\n---\n';

/**
 * Cursor reads its rules, AGENTS.md and the old `.cursorrules`; its command line tool reads CLAUDE.md, too. Rules are created if
 * there are already some.
 */
export function cursorContext(places: ContextPlaces): AgentContext {
  const folder = join(places.projectRoot, '.cursor', 'rules');
  return {
    shared: [
      projectFile(places, '.cursor/rules/hardwon.mdc', { begin: ALWAYS, isMade: existsSync(folder) }),
      projectFile(places, '.cursorrules'),
      agentsMd(places),
      projectFile(places, 'CLAUDE.md', { isSometimesRead: true }),
    ],
    local: localFile(places, '.cursor/rules/hardwon-local.mdc', { begin: ALWAYS }),
    scoped: {
      folder,
      extension: '.mdc',
      // Cursor reads a plain list without quotes.
      begin: (globs) => `---\nglobs: ${globs.join(',')}\nalwaysApply: false\n---\n`,
    },
  };
}

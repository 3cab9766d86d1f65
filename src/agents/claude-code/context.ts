import { dirname, join } from 'node:path';
import { type AgentContext, agentsMd, type ContextPlaces, localFile, projectFile, userFile } from '../context.ts';
import { findRoot } from './paths.ts';

/**
 * Claude Code reads CLAUDE.md, `.claude/CLAUDE.md` and CLAUDE.local.md; AGENTS.md only if it finds none of the three. It reads
 * the user's CLAUDE.md in every project. Its own notes on a project are in MEMORY.md, of which it reads 200 lines.
 */
export function claudeContext(places: ContextPlaces): AgentContext {
  const local = localFile(places, 'CLAUDE.local.md');
  const main = projectFile(places, 'CLAUDE.md', { isMade: true, canImport: true });
  const own = [main, projectFile(places, '.claude/CLAUDE.md', { canImport: true })];
  const folder = findRoot(places);
  const notes = claudeMemoryPath(places.projectRoot, folder);
  return {
    shared: [
      ...own,
      agentsMd(places, {
        isMade: false,
        unless: [...own, local].map(({ path }) => path),
        readFrom: { title: 'Claude Code', version: '2.1.277', instead: main },
      }),
    ],
    local,
    user: userFile(places, folder, 'CLAUDE.md'),
    notes: { name: 'MEMORY.md', path: notes, root: dirname(notes), isShared: false, linesRead: 200 },
    scoped: {
      folder: join(places.projectRoot, '.claude', 'rules'),
      extension: '.md',
      begin: (globs) => `---\npaths:\n${globs.map((glob) => `  - ${JSON.stringify(glob)}\n`).join('')}---\n`,
    },
  };
}

/**
 * Returns where Claude Code keeps its memory of a project. `claudeFolder` is `~/.claude`, or the folder that CLAUDE_CONFIG_DIR or
 * the user gives.
 */
export function claudeMemoryPath(projectRoot: string, claudeFolder: string): string {
  return join(claudeFolder, 'projects', projectRoot.replace(/[^a-zA-Z0-9]/g, '-'), 'memory', 'MEMORY.md');
}

import { basename, join } from 'node:path';
import { readRegularSync } from '../../shared/regular-file.ts';
import { type AgentContext, agentsMd, type ContextPlaces, projectFile, type SharedFile, userFile } from '../context.ts';

/**
 * Gemini CLI reads GEMINI.md, or the files that `context.fileName` in its settings names: the project's settings, else the
 * user's.
 */
export function geminiContext(places: ContextPlaces): AgentContext {
  const folder = join(places.env.GEMINI_CLI_HOME || places.home, '.gemini');
  const names = readNames(join(places.projectRoot, '.gemini', 'settings.json')) ??
    readNames(join(folder, 'settings.json')) ?? ['GEMINI.md'];
  const shared = names.map((name): SharedFile => {
    const more = { isMade: true, canImport: true };
    return name === 'AGENTS.md' ? agentsMd(places, more) : projectFile(places, name, more);
  });
  return { shared, local: userFile(places, folder, names[0] ?? 'GEMINI.md') };
}

/** Reads file names, not paths: settings come with the repository, and must not lead anywhere else. */
function readNames(path: string): string[] | undefined {
  try {
    const settings = JSON.parse(readRegularSync(path).toString('utf8')) as {
      context?: { fileName?: unknown };
      contextFileName?: unknown;
    };
    const named = settings.context?.fileName ?? settings.contextFileName;
    const names = [named]
      .flat()
      .filter((name): name is string => typeof name === 'string' && isPlainName(name))
      .slice(0, 3);
    return names.length > 0 ? names : undefined;
  } catch {
    // No settings, or settings with comments: then the usual name.
    return undefined;
  }
}

function isPlainName(name: string): boolean {
  return name === basename(name) && /^[\w.-]+\.(?:md|mdc|txt)$/i.test(name);
}

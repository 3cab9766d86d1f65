import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from './agent.ts';

/** What `hardwon doctor` looks at for one agent alone. `doctor.ts` in the agent's folder. Every member is optional. */
export interface AgentDoctor {
  /** Signs that the agent does not run hooks which are in a file of its settings, in words for people. */
  doubtHooks?(path: string, places: Places): Doubt[];
  /** Folders that may hold the plugin of hardwon which the agent starts, the first that is there. */
  pluginFolders?(places: Places): string[];
}

/** Why something may not work though it is there, and what to do about it. */
export interface Doubt {
  says: string;
  fix: string;
}

/** Copies of the plugin in a cache, `cache/MARKETPLACE/hardwon/VERSION`, the newest version first. */
export function listPluginCopies(cache: string): string[] {
  return listFolder(cache).flatMap((market) => {
    const versions = listFolder(join(cache, market, 'hardwon'));
    versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    return versions.map((version) => join(cache, market, 'hardwon', version));
  });
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

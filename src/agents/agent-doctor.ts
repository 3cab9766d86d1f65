import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from './agent.ts';

/** Checks that `hardwon doctor` runs for one agent only; `doctor.ts` in the agent's folder. Every member is optional. */
export interface AgentDoctor {
  /** Returns signs that the agent does not run the hooks in one of its settings files, in words for people. */
  doubtHooks?(path: string, places: Places): Doubt[];
  /** Returns the folders that may hold the plugin of hardwon that the agent starts; the first that exists counts. */
  pluginFolders?(places: Places): string[];
}

/** The reason why something may not work although it is there, and what to do about it. */
export interface Doubt {
  says: string;
  fix: string;
}

/** Lists the copies of the plugin in a cache, `cache/MARKETPLACE/hardwon/VERSION`, newest version first. */
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

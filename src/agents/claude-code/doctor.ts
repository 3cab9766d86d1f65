import { join } from 'node:path';
import { isJson, type Json } from '../../shared/json-values.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import { type AgentDoctor, listPluginCopies } from '../agent-doctor.ts';
import { findRoot } from './paths.ts';

/** Checks for Claude Code: it runs a plugin of a local marketplace in place, and others from its cache. */
export const doctor: AgentDoctor = {
  pluginFolders(places) {
    const plugins = join(findRoot(places), 'plugins');
    const folders = listMarketplaces(join(plugins, 'known_marketplaces.json'));
    return [...folders.map((folder) => join(folder, 'plugins/hardwon')), ...listPluginCopies(join(plugins, 'cache'))];
  },
};

/** Lists the marketplaces that are folders on this machine. */
function listMarketplaces(path: string): string[] {
  return Object.values(readJson(path)).flatMap((market) => {
    const folder =
      isJson(market) && isJson(market.source) && market.source.source === 'directory'
        ? market.installLocation
        : undefined;
    return typeof folder === 'string' ? [folder] : [];
  });
}

function readJson(path: string): Json {
  try {
    const value: unknown = JSON.parse(readRegularSync(path).toString('utf8'));
    return isJson(value) ? value : {};
  } catch {
    return {};
  }
}

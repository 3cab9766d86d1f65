import { join } from 'node:path';
import { readRegularSync } from '../../shared/regular-file.ts';
import type { Places } from '../agent.ts';
import { type AgentDoctor, type Doubt, listPluginCopies } from '../agent-doctor.ts';
import { findRoot } from './paths.ts';

/** Checks for Codex: it runs plugins from its cache, and hooks only if the user trusts them. */
export const doctor: AgentDoctor = {
  doubtHooks,
  pluginFolders: (places) => listPluginCopies(join(findRoot(places), 'plugins/cache')),
};

/**
 * Checks whether Codex was told that it may run the hooks of a file. Codex records that in its `config.toml`, in a section per
 * hook that begins with the path of the file; only Codex decides which hooks it considers the same, so this finds no more than a
 * sign.
 */
function doubtHooks(path: string, places: Places): Doubt[] {
  const settings = join(findRoot(places), 'config.toml');
  const sections = readQuietly(settings)
    .split(/^(?=\[)/m)
    .filter((section) => section.startsWith('[hooks.state.') && section.includes(path.replaceAll('\\', '\\\\')));
  if (sections.some((section) => /^trusted_(?:content_)?hash\s*=/m.test(section))) return [];
  return [
    {
      says: `Codex: nothing in ${settings} says that the hooks in ${path} are trusted; if so, Codex does not run them.`,
      fix: 'Start codex and choose "Trust all and continue", or type /hooks',
    },
  ];
}

function readQuietly(path: string): string {
  try {
    return readRegularSync(path).toString('utf8');
  } catch {
    return '';
  }
}

import { join } from 'node:path';
import type { Places } from '../agent.ts';
import type { PluginHooks } from '../hook-installer.ts';

/** OpenCode has no hooks in its settings: it loads plugins from a folder. */
export const hooks: PluginHooks = {
  form: 'plugin',
  user: (places) => join(configFolder(places), 'plugins', 'hardwon.js'),
  project: '.opencode/plugins/hardwon.js',
  render: async (start) => (await import('./plugin.ts')).renderPlugin(start),
};

/** Returns the folder of the user's settings. */
export function configFolder({ home, env }: Places): string {
  return env.OPENCODE_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode');
}

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findAgent } from '../agents/find-agent.ts';
import { agents } from '../agents/registry.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { Installation } from './examination.ts';

/** Returns the file that hooks of the installed plugin start; undefined if no plugin of the agent is known. */
export async function findPluginStart(
  agent: string,
  { home, env }: Pick<Installation, 'home' | 'env'>,
): Promise<string | undefined> {
  const doctor = await findAgent(agent, agents)?.doctor?.();
  const folders = doctor?.pluginFolders?.({ home, env }) ?? [];
  return folders.map((folder) => join(folder, 'start.cjs')).find((path) => existsSync(path));
}

/** Whether the file of a plugin is identical to the one in this release. */
export function isOwnStart(start: string, hook: string): boolean {
  const own = readQuietly(join(packageOf(hook), 'plugins/hardwon/start.cjs'));
  return own !== '' && readQuietly(start) === own;
}

/** Whether the file of a plugin is in the package or the checkout of this program. */
export function isPartOf(start: string, hook: string): boolean {
  try {
    return realpathSync(join(dirname(start), '..', '..')) === realpathSync(packageOf(hook));
  } catch {
    return false;
  }
}

/** Returns the folder that contains `dist/hook.js`. */
function packageOf(hook: string): string {
  return dirname(dirname(hook));
}

function readQuietly(path: string): string {
  try {
    return readRegularSync(path).toString('utf8');
  } catch {
    return '';
  }
}

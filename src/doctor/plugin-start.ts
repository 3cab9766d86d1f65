import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findAgent } from '../agents/find-agent.ts';
import { agents } from '../agents/registry.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { Patient } from './examination.ts';

/** The file that hooks of the installed plugin start; nothing where the agent has none that is known. */
export async function findPluginStart(agent: string, { home, env }: Pick<Patient, 'home' | 'env'>): Promise<string | undefined> {
  const doctor = await findAgent(agent, agents)?.doctor?.();
  const folders = doctor?.pluginFolders?.({ home, env }) ?? [];
  return folders.map((folder) => join(folder, 'start.cjs')).find((path) => existsSync(path));
}

/** Whether the file of a plugin is, letter for letter, the one that this release brings. */
export function isOwnStart(start: string, hook: string): boolean {
  const own = readQuietly(join(packageOf(hook), 'plugins/hardwon/start.cjs'));
  return own !== '' && readQuietly(start) === own;
}

/** Whether the file of a plugin lies in the package or the checkout of this program. */
export function isPartOf(start: string, hook: string): boolean {
  try {
    return realpathSync(join(dirname(start), '..', '..')) === realpathSync(packageOf(hook));
  } catch {
    return false;
  }
}

/** The folder with `dist/hook.js` in it. */
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

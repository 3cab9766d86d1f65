import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJson, type Json } from '../agents/record.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { Patient } from './examination.ts';

/**
 * The file that hooks of the installed plugin start: Claude Code runs a plugin of a local marketplace where it lies, and others from
 * its cache; Codex always from its cache.
 */
export function findPluginStart(agent: string, { home, env }: Pick<Patient, 'home' | 'env'>): string | undefined {
  const isCodex = agent === 'codex';
  const root = isCodex ? env.CODEX_HOME || join(home, '.codex') : env.CLAUDE_CONFIG_DIR || join(home, '.claude');
  const folders = isCodex ? [] : listMarketplaces(join(root, 'plugins/known_marketplaces.json'));
  const copies = listCopies(join(root, 'plugins/cache'));
  const starts = [...folders.map((folder) => join(folder, 'plugins/hardwon')), ...copies].map((folder) =>
    join(folder, 'start.cjs'),
  );
  return starts.find((path) => existsSync(path));
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

/** Where marketplaces lie that are folders of this machine. */
function listMarketplaces(path: string): string[] {
  return Object.values(readJson(path)).flatMap((market) => {
    const folder =
      isJson(market) && isJson(market.source) && market.source.source === 'directory' ? market.installLocation : undefined;
    return typeof folder === 'string' ? [folder] : [];
  });
}

/** `cache/MARKETPLACE/hardwon/VERSION`, the newest version first. */
function listCopies(cache: string): string[] {
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

function readJson(path: string): Json {
  try {
    const value: unknown = JSON.parse(readQuietly(path));
    return isJson(value) ? value : {};
  } catch {
    return {};
  }
}

function readQuietly(path: string): string {
  try {
    return readRegularSync(path).toString('utf8');
  } catch {
    return '';
  }
}

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJsonc } from '../config/jsonc.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { Agent, HookPlace, Places } from './agent.ts';
import { isHookCommand } from './hook-command.ts';
import type { HookInstaller } from './hook-installer.ts';

/** Lists the places where an agent's hooks may be declared: for the user, or for the user and a project if one is given. */
export function listHookPlaces(agent: Agent, places: Places, project?: string): HookPlace[] {
  if (agent.hookPlaces) return agent.hookPlaces(places, project);
  const { hooks } = agent;
  const own = project === undefined || hooks?.project === undefined ? undefined : join(project, hooks.project);
  return [findUserFile(hooks, places), own].flatMap((path): HookPlace[] => {
    if (path === undefined) return [];
    if (hooks?.form === 'plugin') return [{ path: dirname(path), form: 'folder' }];
    // Of any other form only the lines are known.
    return [{ path, form: hooks?.form === 'json' ? 'json' : 'toml' }];
  });
}

/**
 * Returns the places in which hardwon's hook is declared. A place that cannot be read declares nothing that its agent would run.
 */
export function findHooks(places: readonly HookPlace[]): string[] {
  return places.filter((place) => declaresHook(place)).map(({ path }) => path);
}

/** Returns the places in which the plugin of hardwon, which brings its own hooks, is enabled. */
export function findPlugins(places: readonly HookPlace[]): string[] {
  return places.filter((place) => place.form !== 'folder' && enablesPlugin(place)).map(({ path }) => path);
}

function findUserFile(hooks: HookInstaller | undefined, places: Places): string | undefined {
  if (typeof hooks?.user === 'string') return join(places.home, hooks.user.replace(/^~[\\/]/, ''));
  try {
    return hooks?.user?.(places);
  } catch {
    // An adapter with an error, which `install` reports.
    return undefined;
  }
}

/** Settings files have a few kilobytes; much larger files are not read. */
const LARGEST_FILE = 4 * 1024 * 1024;

/** Keys of settings that lead to things an agent starts; the name of a project in any other setting is not a hook. */
const KEYS = ['hooks', 'plugin', 'plugins', 'enabledPlugins'];

/** A plugin by name, with the marketplace or version it comes from. */
const PLUGIN = /^hardwon(?:@[\w./-]{1,200})?$/;

/** A file or folder of a plugin. */
const PLUGIN_FILE = /^hardwon(?:\.(?:[cm]?[jt]s|json))?$/;

function declaresHook(place: HookPlace): boolean {
  const { path, form } = place;
  try {
    if (form === 'folder') return readdirSync(path).some((name) => PLUGIN_FILE.test(name));
    const text = readSettings(path);
    if (form === 'toml') return text.split('\n').some((line) => isHookCommand(textOf(line))) || enablesPlugin(place);
    const settings: unknown = parseJsonc(text);
    return isGroup(settings) && KEYS.some((key) => mentionsHook(settings[key], 0));
  } catch {
    return false;
  }
}

/** Returns the text after `=` or `:` on a line of settings, without quotes; empty for a comment. */
function textOf(line: string): string {
  const value = /^\s*[\w."-]{1,80}\s*[=:]\s*(.+)$/.exec(line.slice(0, LONGEST_LINE))?.[1]?.trim() ?? '';
  if (value.startsWith("'") && value.endsWith("'")) return value.slice(1, -1);
  try {
    const text: unknown = value.startsWith('"') ? JSON.parse(value) : value;
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}

const LONGEST_LINE = 8000;

function enablesPlugin({ path, form }: HookPlace): boolean {
  try {
    const text = readSettings(path);
    if (form === 'toml') {
      const [, section = ''] = /^\[plugins\."hardwon@[^"\n]{1,200}"\]\s*\n([^[]*)/m.exec(text) ?? [];
      return /^enabled\s*=\s*true\b/m.test(section);
    }
    const settings: unknown = parseJsonc(text);
    const plugins = isGroup(settings) && isGroup(settings.enabledPlugins) ? settings.enabledPlugins : {};
    return Object.entries(plugins).some(([name, value]) => value === true && PLUGIN.test(name));
  } catch {
    return false;
  }
}

function readSettings(path: string): string {
  return readRegularSync(path, LARGEST_FILE).toString('utf8');
}

/** Hooks are nested a few levels deep: events, matchers, commands. */
const DEEPEST = 8;

function mentionsHook(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isHookCommand(value) || PLUGIN.test(value);
  if (!isGroup(value) || depth > DEEPEST) return false;
  // A plugin is enabled by its name: {"hardwon@tools": true}.
  return Object.entries(value).some(
    ([key, inner]) => (inner === true && PLUGIN.test(key)) || mentionsHook(inner, depth + 1),
  );
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

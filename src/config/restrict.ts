import type { ConfigFile } from './config.ts';
import { narrow } from './narrow.ts';
import { type ConfigReach, configReachOf } from './reach.ts';

/** The user's trust in a project's file. */
export type Standing =
  /** The user trusts its folder. */
  | 'trusted'
  /** The user named it on the command line. */
  | 'named'
  /** It was merely found. */
  | 'found';

/** The part of a project's file that applies, and the keys that do not. */
interface RestrictedConfig {
  config: ConfigFile;
  /** Keys that would apply if the user trusted the project. */
  untrusted: string[];
  /** Keys that apply only in the user's own file. */
  userOnly: string[];
}

/** Programs that are loaded or run by name: naming a file on the command line does not start the programs it lists. */
const PROGRAMS = ['adapters', 'remedies', 'tools'];

/** Removes from a project's file the settings that only the user may decide on, and limits those that it may only narrow. */
export function restrictProject(project: ConfigFile, user: ConfigFile, standing: Standing): RestrictedConfig {
  const untrusted = new Set<string>();
  const userOnly = new Set<string>();
  const config: Record<string, unknown> = {};
  for (const [key, value] of listSettings(project)) {
    const reach = configReachOf(key);
    const inForce = decide(key, value, { reach, standing, user });
    if (inForce !== undefined) put(config, key, inForce);
    // An empty group asks for nothing.
    if (sameValue(inForce, value) || isEmpty(value)) continue;
    if (reach === 'never' || reach === 'only-narrows') userOnly.add(key);
    else untrusted.add(reach === 'trusted' ? groupOf(key) : key);
  }
  return { config, untrusted: [...untrusted], userOnly: [...userOnly] };
}

function decide(
  key: string,
  value: unknown,
  { reach, standing, user }: { reach: ConfigReach; standing: Standing; user: ConfigFile },
): unknown {
  const isNarrowed = reach === 'only-narrows' || (reach === 'narrows' && standing === 'found');
  if (isNarrowed) return narrow(key, valueAt(user, key), value, user);
  if (reach === 'never') return undefined;
  if (reach !== 'trusted' || standing === 'trusted') return value;
  return standing === 'named' && !PROGRAMS.includes(key) ? value : undefined;
}

/** Returns settings by their keys in the table of reaches: groups of fixed keys are split, lists and named entries are not. */
function listSettings(config: ConfigFile): [string, unknown][] {
  return Object.entries(config).flatMap(([key, value]): [string, unknown][] =>
    GROUPS.includes(key)
      ? Object.entries(value as object).map(([inner, each]) => [`${key}.${inner}`, each])
      : [[key, value]],
  );
}

/** Groups of fixed keys. */
const GROUPS = ['redaction', 'live', 'team', 'teacher', 'n8n', 'learning', 'tests', 'claude', 'loop'];

function put(config: Record<string, unknown>, key: string, value: unknown): void {
  const [group = '', inner] = key.split('.');
  config[group] = inner === undefined ? value : { ...(config[group] as object | undefined), [inner]: value };
}

function valueAt(config: ConfigFile, key: string): unknown {
  const [group = '', inner] = key.split('.');
  const value = (config as Record<string, unknown>)[group];
  return inner === undefined ? value : (value as Record<string, unknown> | undefined)?.[inner];
}

/** Returns `teacher` instead of each of its keys: they are trusted together. */
function groupOf(key: string): string {
  return key.split('.', 1)[0] ?? key;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

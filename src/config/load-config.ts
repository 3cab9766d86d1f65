import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { contains, expandTilde, sameFile } from '../shared/paths.ts';
import { anchorGlob } from './anchor-glob.ts';
import { checkConfig } from './check-config.ts';
import { CONFIG_FILE_NAMES, type Config, type ConfigFile, type LiveConfig, type LoadedConfig, TRUSTED_KEYS } from './config.ts';
import { mergeGroups } from './merge.ts';
import { readConfigFile } from './read-file.ts';

/** Where to look for configuration. */
export interface ConfigPlaces {
  /** The folder that a command works in; the project's file is sought from here upwards. */
  cwd: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  platform?: string;
  /** A file named on the command line, in place of the project's. The user's still applies. */
  explicitPath?: string;
}

/** The settings in force. Reads at most two files, and imports neither zod nor yaml where there is none. */
export async function loadConfig(places: ConfigPlaces): Promise<LoadedConfig> {
  const user = findFileIn(findOwnFolders(places).config);
  const project = places.explicitPath === undefined ? findProjectFile(places) : requireFile(places.explicitPath, places);
  const files = [user, project].filter((file): file is string => file !== undefined);
  const unique = files.filter((file, index) => files.findIndex((other) => sameFile(other, file)) === index);
  const parts = await Promise.all(
    unique.map(async (file) => anchorPaths(await checkConfig(await readConfigFile(file), file), dirname(file), places.home)),
  );
  refuseForeignTargets(unique.map((file, index) => ({ file, targets: file === user ? [] : (parts[index]?.targets ?? []) })));
  const merged = parts.map(({ trust: _trust, ...rest }) => withoutTrusted(rest)).reduce<ConfigFile>(mergeGroups, {});
  const live = mergeLive(parts[unique.indexOf(user ?? '')]?.live, parts[unique.indexOf(project ?? '')]?.live);
  const isNamed = places.explicitPath !== undefined;
  const read = unique.map((file, index) => {
    const isUsers = file === user;
    return { file, config: parts[index] ?? {}, isUsers, isNamed: isNamed && !isUsers };
  });
  // Loaded here, because most configurations name none.
  const hasPrograms = parts.some((part) => [...TRUSTED_KEYS, 'trust' as const].some((key) => part[key] !== undefined));
  const { groups, ...chosen } = hasPrograms
    ? (await import('./choose-programs.ts')).choosePrograms(read, places)
    : { groups: {} };
  return { config: withDefaults({ ...merged, ...groups, ...(live ? { live } : {}) }), files: unique, ...chosen };
}

/** What counts from every file. */
function withoutTrusted(config: ConfigFile): ConfigFile {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !TRUSTED_KEYS.some((each) => each === key)));
}

const LIVE_MODES = ['advise', 'deny', 'rewrite'] as const;
const LIVE_STOPS = ['off', 'candidates', 'ask'] as const;

/**
 * Of two settings of what hooks do, the quieter one: a repository that somebody else wrote must not stop or change the calls of an agent.
 * What only says less counts from either file.
 */
function mergeLive(user: LiveConfig | undefined, project: LiveConfig | undefined): LiveConfig | undefined {
  if (!user && !project) return undefined;
  const mode = quieter(LIVE_MODES, 'advise', user?.mode, project?.mode);
  const stop = quieter(LIVE_STOPS, 'candidates', user?.stop, project?.stop);
  const denyRepeated = user?.denyRepeated === true && project?.denyRepeated !== false;
  const silent = (['enabled', 'sessionStart', 'failures', 'journal'] as const).filter(
    (key) => user?.[key] === false || project?.[key] === false,
  );
  // Whom hooks are silent for is the user's to choose alone.
  const holdout = user?.holdout === undefined ? {} : { holdout: user.holdout };
  return { mode, denyRepeated, stop, ...holdout, ...Object.fromEntries(silent.map((key) => [key, false])) };
}

/** The lesser of what the user and the project want, in the order of `steps`; what the user does not say is the usual. */
function quieter<T>(steps: readonly T[], usual: T, user: T = usual, project: T = user): T {
  return steps[Math.min(steps.indexOf(user), steps.indexOf(project))] ?? usual;
}

/** A repository that was cloned must not choose files elsewhere that are written to. */
function refuseForeignTargets(files: readonly { file: string; targets: readonly string[] }[]): void {
  for (const { file, targets } of files) {
    const foreign = targets.find((path) => !contains(dirname(file), path));
    if (foreign !== undefined)
      throw new AppError('broken-file', `${file}: the target ${foreign} lies outside of the folder of this file`, {
        hint: 'Name it in your own configuration, or with --target.',
      });
  }
}

function withDefaults(config: ConfigFile): Config {
  return { ...config, projects: config.projects ?? {}, redaction: { ...config.redaction, allow: config.redaction?.allow ?? [] } };
}

/**
 * The nearest file from the working folder up to the top of its repository, and on to its parents while they are inside the home
 * folder. Not further: what stands in /tmp or / may be anybody's.
 */
function findProjectFile({ cwd, home }: ConfigPlaces): string | undefined {
  let folder = resolve(cwd);
  let insideRepository = hasRepositoryAbove(folder, home);
  for (let first = true; ; first = false) {
    const allowed = first || insideRepository || (contains(home, folder) && !sameFile(home, folder));
    if (!allowed) return undefined;
    const file = findFileIn(folder);
    if (file !== undefined) return file;
    if (existsSync(join(folder, '.git'))) insideRepository = false;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

function hasRepositoryAbove(start: string, home: string): boolean {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true;
    if (folder === dirname(folder) || sameFile(folder, home)) return false;
  }
}

function findFileIn(folder: string): string | undefined {
  const found = CONFIG_FILE_NAMES.map((name) => join(folder, name)).filter((file) => existsSync(file));
  if (found.length > 1) {
    throw new AppError('conflict', `two configuration files in one folder: ${found.join(' and ')}`, {
      hint: 'Keep one of them.',
    });
  }
  return found[0];
}

function requireFile(path: string, { cwd, home }: ConfigPlaces): string {
  const file = resolve(cwd, expandTilde(path, home));
  if (!existsSync(file))
    throw new AppError('not-found', `There is no configuration file ${file}.`, {
      hint: 'hardwon init writes one that is explained.',
    });
  return file;
}

/** Relative paths start at the file they stand in, wherever the command is run. */
function anchorPaths(config: ConfigFile, folder: string, home: string): ConfigFile {
  const anchored = { ...config };
  if (config.claudeDir !== undefined) anchored.claudeDir = resolve(folder, expandTilde(config.claudeDir, home));
  if (config.agentDirs !== undefined) {
    anchored.agentDirs = Object.fromEntries(
      Object.entries(config.agentDirs).map(([agent, path]) => [agent, resolve(folder, expandTilde(path, home))]),
    );
  }
  if (config.targets !== undefined) anchored.targets = config.targets.map((path) => resolve(folder, expandTilde(path, home)));
  if (config.trust !== undefined) anchored.trust = config.trust.map((path) => resolve(folder, expandTilde(path, home)));
  if (config.projects !== undefined) {
    anchored.projects = Object.fromEntries(
      Object.entries(config.projects).map(([name, globs]) => [name, globs.map((glob) => anchorGlob(glob, { home, folder }))]),
    );
  }
  return anchored;
}

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { contains, expandTilde, sameFile } from '../shared/paths.ts';
import type { UserHome } from '../shared/surroundings.ts';
import { anchorGlob } from './anchor-glob.ts';
import { checkConfig } from './check-config.ts';
import { CONFIG_FILE_NAMES, type Config, type ConfigFile, type LoadedConfig } from './config.ts';
import { findFileIn, findProjectFile } from './find-config-files.ts';
import { mergeGroups } from './merge.ts';
import { readConfigFile } from './read-file.ts';
import { restrictProject, type Standing } from './restrict.ts';
import { isTrusted } from './trust.ts';

/** The places to look for configuration. */
export interface ConfigPlaces extends UserHome {
  /** The working directory of a command; the project's file is searched for from here upwards. */
  cwd: string;
  /** A file named on the command line, which replaces the project's. The user's still applies. */
  explicitPath?: string;
}

/** Returns the settings in effect. Reads at most two files, and imports neither zod nor yaml if there is none. */
export async function loadConfig(places: ConfigPlaces): Promise<LoadedConfig> {
  const ownFolder = findOwnFolders(places).config;
  const userFile = findFileIn(ownFolder);
  const found = places.explicitPath === undefined ? findProjectFile(places) : requireFile(places.explicitPath, places);
  const projectFile = found !== undefined && userFile !== undefined && sameFile(found, userFile) ? undefined : found;
  const user = userFile === undefined ? {} : await readAnchored(userFile, places.home);
  const trusted = user.trust ?? [];
  const named = places.explicitPath !== undefined;
  const project =
    projectFile === undefined
      ? undefined
      : restrictProject(
          await readAnchored(projectFile, places.home),
          user,
          standingOf(projectFile, { trusted, named }),
        );
  if (projectFile !== undefined && project) refuseForeignTargets(projectFile, project.config.targets);
  const {
    adapters: _adapters,
    remedies: _remedies,
    tools: _tools,
    trust: _trust,
    ...config
  } = mergeGroups(user, project?.config ?? {});
  const remedies = joinNamed(project?.config.remedies, user.remedies);
  const tools = joinNamed(project?.config.tools, user.tools);
  const isAllIn = !project || project.untrusted.length + project.userOnly.length === 0;
  return {
    config: withDefaults(config),
    own: user,
    files: [userFile, projectFile].filter((file) => file !== undefined),
    ...listAdapters(user.adapters, userFile, project?.config.adapters, projectFile),
    ...(remedies ? { remedies } : {}),
    ...(tools ? { tools } : {}),
    ...(trusted.length > 0 ? { trusted } : {}),
    ...(projectFile !== undefined && !named && project?.config.team?.url !== undefined
      ? { teamOf: dirname(projectFile) }
      : {}),
    ...(projectFile === undefined || isAllIn
      ? {}
      : {
          ignored: {
            file: projectFile,
            userFile: userFile ?? join(ownFolder, CONFIG_FILE_NAMES[0]),
            untrusted: project.untrusted,
            userOnly: project.userOnly,
          },
        }),
  };
}

async function readAnchored(file: string, home: string): Promise<ConfigFile> {
  return anchorPaths(await checkConfig(await readConfigFile(file), file), dirname(file), home);
}

function standingOf(file: string, { trusted, named }: { trusted: readonly string[]; named: boolean }): Standing {
  if (isTrusted(dirname(file), trusted)) return 'trusted';
  return named ? 'named' : 'found';
}

function listAdapters(
  user: readonly string[] = [],
  userFile = '',
  project: readonly string[] = [],
  projectFile = '',
): Pick<LoadedConfig, 'adapters'> {
  const adapters = [
    ...user.map((name) => ({ name, folder: dirname(userFile) })),
    ...project.map((name) => ({ name, folder: dirname(projectFile) })),
  ];
  return adapters.length > 0 ? { adapters } : {};
}

/** Of two entries with the same name the user's applies: otherwise a project could replace the user's. */
function joinNamed<T>(project: Record<string, T> = {}, user: Record<string, T> = {}): Record<string, T> | undefined {
  const joined = { ...project, ...user };
  return Object.keys(joined).length > 0 ? joined : undefined;
}

/** Even a trusted project writes only below its own folder: other places are for the user to name. */
function refuseForeignTargets(file: string, targets: readonly string[] = []): void {
  const foreign = targets.find((path) => !contains(dirname(file), path));
  if (foreign !== undefined)
    throw new AppError('broken-file', `${file}: the target ${foreign} lies outside the folder of this file`, {
      hint: 'Name it in your own configuration, or with --target.',
    });
}

function withDefaults(config: ConfigFile): Config {
  return {
    ...config,
    projects: config.projects ?? {},
    redaction: { ...config.redaction, allow: config.redaction?.allow ?? [] },
  };
}

function requireFile(path: string, { cwd, home }: ConfigPlaces): string {
  const file = resolve(cwd, expandTilde(path, home));
  if (!existsSync(file))
    throw new AppError('not-found', `There is no configuration file ${file}.`, {
      hint: 'hardwon init --config writes one with explanations.',
    });
  return file;
}

/** Relative paths are resolved against the file that contains them, whatever the working directory. */
function anchorPaths(config: ConfigFile, folder: string, home: string): ConfigFile {
  const anchored = { ...config };
  if (config.claudeDir !== undefined) anchored.claudeDir = resolve(folder, expandTilde(config.claudeDir, home));
  if (config.agentDirs !== undefined) {
    anchored.agentDirs = Object.fromEntries(
      Object.entries(config.agentDirs).map(([agent, path]) => [agent, resolve(folder, expandTilde(path, home))]),
    );
  }
  if (config.targets !== undefined)
    anchored.targets = config.targets.map((path) => resolve(folder, expandTilde(path, home)));
  if (config.trust !== undefined) anchored.trust = config.trust.map((path) => resolve(folder, expandTilde(path, home)));
  if (config.projects !== undefined) {
    anchored.projects = Object.fromEntries(
      Object.entries(config.projects).map(([name, globs]) => [
        name,
        globs.map((glob) => anchorGlob(glob, { home, folder })),
      ]),
    );
  }
  return anchored;
}

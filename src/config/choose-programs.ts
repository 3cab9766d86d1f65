import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { sameFile } from '../shared/paths.ts';
import { CONFIG_FILE_NAMES, type ConfigFile, type LoadedConfig, TRUSTED_KEYS, type TrustedKey } from './config.ts';
import type { ConfigPlaces } from './load-config.ts';
import { mergeGroups } from './merge.ts';

/** A configuration file that was read; paths in it are absolute. */
export interface ReadConfig {
  file: string;
  config: ConfigFile;
  /** Whether it is the user's own. */
  isUsers: boolean;
  /** Whether it was named on the command line. */
  isNamed: boolean;
}

/** What is chosen: adapters, remedies and tools for themselves, the groups of the loop as they are in force. */
export interface ChosenPrograms extends Pick<LoadedConfig, 'adapters' | 'remedies' | 'tools' | 'trusted' | 'untrusted'> {
  groups: Pick<ConfigFile, (typeof GROUPS)[number]>;
}

/** Where code is sent, and what is run by `hardwon run`. */
const GROUPS = ['teacher', 'n8n', 'loop'] as const;

/**
 * The adapters that may be loaded, and the remedies and tools that may be run. They are programs, and a repository that was cloned must not run
 * one unasked: those that a project names count only if the user's own configuration trusts the folder of the project's file. They are
 * joined here, not replaced, and of two of one name the user's counts: else a project could take the user's away.
 *
 * The same holds for the teacher, who is sent code, and for how attempts of `run` are made. These count also from a file that was named
 * on the command line.
 */
export function choosePrograms(files: readonly ReadConfig[], places: ConfigPlaces): ChosenPrograms {
  const userFile = files.find(({ isUsers }) => isUsers)?.file ?? join(findOwnFolders(places).config, CONFIG_FILE_NAMES[0]);
  const claim = files.find(({ config, isUsers }) => config.trust !== undefined && !isUsers);
  if (claim)
    throw new AppError('broken-file', `${claim.file}: trust counts only in your own configuration`, {
      hint: `Take it out, and put it into ${userFile} if you trust this project.`,
    });
  const trusted = files.flatMap(({ config }) => config.trust ?? []);
  refuseSkipping(files, userFile);
  const naming = files.filter((file) => namesOf(file).length > 0);
  const isLoaded = ({ file, isUsers }: ReadConfig): boolean => isUsers || isTrusted(dirname(file), trusted);
  const adapters = naming
    .filter(isLoaded)
    .flatMap(({ file, config }) => (config.adapters ?? []).map((name) => ({ name, folder: dirname(file) })));
  const remedies = joinNamed(naming.filter(isLoaded).map(({ config }) => config.remedies));
  const tools = joinNamed(naming.filter(isLoaded).map(({ config }) => config.tools));
  const groups = naming.filter((file) => file.isNamed || isLoaded(file)).map(({ config }) => pickGroups(config));
  const refused = naming.find((file) => !isLoaded(file) && refusedNames(file).length > 0);
  return {
    groups: groups.reduce(mergeGroups, {}),
    ...(trusted.length > 0 ? { trusted } : {}),
    ...(adapters.length > 0 ? { adapters } : {}),
    ...(Object.keys(remedies).length > 0 ? { remedies } : {}),
    ...(Object.keys(tools).length > 0 ? { tools } : {}),
    ...(refused ? { untrusted: { file: refused.file, userFile, names: refusedNames(refused) } } : {}),
  };
}

/** Those of all files, the user's last: of two of one name it counts. */
function joinNamed<T>(groups: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T> {
  return Object.fromEntries(groups.toReversed().flatMap((group) => Object.entries(group ?? {})));
}

/** The keys of a file that need trust, and hold something. */
function namesOf({ config }: ReadConfig): TrustedKey[] {
  return TRUSTED_KEYS.filter((key) => Object.keys(config[key] ?? {}).length > 0);
}

/** Those of them that do not count where the project is not trusted. */
function refusedNames(file: ReadConfig): TrustedKey[] {
  return namesOf(file).filter((name) => !(file.isNamed && GROUPS.some((group) => group === name)));
}

function pickGroups(config: ConfigFile): ChosenPrograms['groups'] {
  return Object.fromEntries(GROUPS.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]])));
}

/** That an agent may do anything is said by whoever owns the machine, in a place where no repository can say it. */
function refuseSkipping(files: readonly ReadConfig[], userFile: string): void {
  const claim = files.find(({ config, isUsers }) => config.loop?.skipPermissions !== undefined && !isUsers);
  if (claim)
    throw new AppError('broken-file', `${claim.file}: loop.skipPermissions counts only in your own configuration`, {
      hint: `Take it out; --skip-permissions does it for one run, and ${userFile} for all.`,
    });
}

/** The very folder, not one below it: a repository inside a trusted one may be anybody's. Links are followed on both sides. */
export function isTrusted(folder: string, trusted: readonly string[]): boolean {
  const real = follow(folder);
  return trusted.some((path) => sameFile(follow(path), real));
}

function follow(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

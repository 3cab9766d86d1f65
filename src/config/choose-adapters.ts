import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { sameFile } from '../shared/paths.ts';
import { CONFIG_FILE_NAMES, type ConfigFile, type LoadedConfig } from './config.ts';
import type { ConfigPlaces } from './load-config.ts';

/** A configuration file that was read; paths in it are absolute. */
export interface ReadConfig {
  file: string;
  config: ConfigFile;
  /** Whether it is the user's own. */
  isUsers: boolean;
}

/**
 * The adapters that may be loaded. They are programs, and a repository that was cloned must not run one unasked: those that a project
 * names count only if the user's own configuration trusts the folder of the project's file. Lists are joined here, not replaced: else
 * a project could take the user's adapters away.
 */
export function chooseAdapters(files: readonly ReadConfig[], places: ConfigPlaces): Pick<LoadedConfig, 'adapters' | 'untrusted'> {
  const userFile = files.find(({ isUsers }) => isUsers)?.file ?? join(findOwnFolders(places).config, CONFIG_FILE_NAMES[0]);
  const claim = files.find(({ config, isUsers }) => config.trust !== undefined && !isUsers);
  if (claim)
    throw new AppError('broken-file', `${claim.file}: trust counts only in your own configuration`, {
      hint: `Take it out, and put it into ${userFile} if you trust this project.`,
    });
  const trusted = files.flatMap(({ config }) => config.trust ?? []);
  const naming = files.filter(({ config }) => (config.adapters ?? []).length > 0);
  const isLoaded = ({ file, isUsers }: ReadConfig): boolean => isUsers || isTrusted(dirname(file), trusted);
  const adapters = naming
    .filter(isLoaded)
    .flatMap(({ file, config }) => (config.adapters ?? []).map((name) => ({ name, folder: dirname(file) })));
  const refused = naming.find((file) => !isLoaded(file));
  return {
    ...(adapters.length > 0 ? { adapters } : {}),
    ...(refused ? { untrusted: { file: refused.file, userFile } } : {}),
  };
}

/** The very folder, not one below it: a repository inside a trusted one may be anybody's. Links are followed on both sides. */
function isTrusted(folder: string, trusted: readonly string[]): boolean {
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

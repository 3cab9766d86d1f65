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
 * The adapters that may be loaded, and the remedies that may be run. They are programs, and a repository that was cloned must not run
 * one unasked: those that a project names count only if the user's own configuration trusts the folder of the project's file. They are
 * joined here, not replaced, and of two remedies of one name the user's counts: else a project could take the user's away.
 */
export function choosePrograms(
  files: readonly ReadConfig[],
  places: ConfigPlaces,
): Pick<LoadedConfig, 'adapters' | 'remedies' | 'untrusted'> {
  const userFile = files.find(({ isUsers }) => isUsers)?.file ?? join(findOwnFolders(places).config, CONFIG_FILE_NAMES[0]);
  const claim = files.find(({ config, isUsers }) => config.trust !== undefined && !isUsers);
  if (claim)
    throw new AppError('broken-file', `${claim.file}: trust counts only in your own configuration`, {
      hint: `Take it out, and put it into ${userFile} if you trust this project.`,
    });
  const trusted = files.flatMap(({ config }) => config.trust ?? []);
  const naming = files.filter(
    ({ config }) => (config.adapters ?? []).length > 0 || Object.keys(config.remedies ?? {}).length > 0,
  );
  const isLoaded = ({ file, isUsers }: ReadConfig): boolean => isUsers || isTrusted(dirname(file), trusted);
  const adapters = naming
    .filter(isLoaded)
    .flatMap(({ file, config }) => (config.adapters ?? []).map((name) => ({ name, folder: dirname(file) })));
  const remedies = Object.fromEntries(
    naming
      .filter(isLoaded)
      .toReversed()
      .flatMap(({ config }) => Object.entries(config.remedies ?? {})),
  );
  const refused = naming.find((file) => !isLoaded(file));
  return {
    ...(adapters.length > 0 ? { adapters } : {}),
    ...(Object.keys(remedies).length > 0 ? { remedies } : {}),
    ...(refused ? { untrusted: { file: refused.file, userFile, names: namesOf(refused) } } : {}),
  };
}

/** The programs that a file names. */
function namesOf({ config }: ReadConfig): ('adapters' | 'remedies')[] {
  return [...(config.adapters ? ['adapters' as const] : []), ...(config.remedies ? ['remedies' as const] : [])];
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

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { contains, sameFile } from '../shared/paths.ts';
import { CONFIG_FILE_NAMES } from './config.ts';

/**
 * Returns the nearest file from the working directory up to the top of its repository, and further up while inside the home
 * folder. It stops there because a file in /tmp or / may be anybody's.
 */
export function findProjectFile({ cwd, home }: { cwd: string; home: string }): string | undefined {
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

/** Returns the configuration file of a folder; two of them are an error. */
export function findFileIn(folder: string): string | undefined {
  const found = CONFIG_FILE_NAMES.map((name) => join(folder, name)).filter((file) => existsSync(file));
  if (found.length > 1) {
    throw new AppError('conflict', `two configuration files in one folder: ${found.join(' and ')}`, {
      hint: 'Keep one of them.',
    });
  }
  return found[0];
}

import { existsSync, realpathSync } from 'node:fs';
import { findCheckout } from '../sessions/projects/git-folder.ts';
import { AppError } from '../shared/errors.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import { resolvePath } from './surroundings.ts';

/** Returns the main checkout of the project given in the options, or of the one around the working directory. */
export function findProjectRoot({ project }: { project?: string }, here: Surroundings): string {
  const folder = project === undefined ? here.cwd : resolvePath(project, here);
  if (!existsSync(folder))
    throw new AppError('not-found', `There is no folder ${folder}.`, {
      hint: 'Check the path; hardwon projects lists the folders that have sessions.',
    });
  const real = realpathSync(folder);
  // The fast path: `findRepository` also handles folders that no longer exist, and checks each parent twice.
  return findCheckout(real)?.main ?? real;
}

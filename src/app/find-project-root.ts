import { existsSync, realpathSync } from 'node:fs';
import { findCheckout } from '../sessions/projects/git-folder.ts';
import { AppError } from '../shared/errors.ts';
import { resolvePath, type Surroundings } from './surroundings.ts';

/** The main checkout of the project that the options name, or of the one that one stands in. */
export function findProjectRoot({ project }: { project?: string }, here: Surroundings): string {
  const folder = project === undefined ? here.cwd : resolvePath(project, here);
  if (!existsSync(folder)) throw new AppError('not-found', `There is no folder ${folder}.`);
  const real = realpathSync(folder);
  // The short way: `findRepository` also knows folders that are gone, and looks at each above them twice.
  return findCheckout(real)?.main ?? real;
}

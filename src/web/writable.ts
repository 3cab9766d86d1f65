import { existsSync } from 'node:fs';
import { AppError } from '../shared/errors.ts';
import type { PicturedProject } from './picture.ts';

/** Whether files of a project, or of the user, can be written, as of the last reading. */
export function isWritable({ project }: Pick<PicturedProject, 'project'>): boolean {
  return project.exists && !project.container;
}

/**
 * Refuses to write for a project that is not on this machine. Checks the disk again: otherwise the folder would be created again
 * for a single file.
 */
export function requireWritable({ project }: Pick<PicturedProject, 'project'>): void {
  if (!isWritable({ project }))
    throw new AppError('conflict', `${project.name} is not on this machine, so nothing can be written for it.`);
  if (!existsSync(project.root))
    throw new AppError('conflict', `${project.name} is no longer in ${project.root}; nothing was written.`, {
      hint: 'If you moved it, work with an agent in the new folder once, or join the two with `hardwon learn --join`.',
    });
}

/** Refuses to work with a project of which only some sessions are read. */
export function requireRead({ project, isUnfinished }: PicturedProject): void {
  if (!isUnfinished) return;
  throw new AppError('conflict', `The sessions of ${project.name} are still being read.`, {
    hint: 'Try again in a moment.',
  });
}

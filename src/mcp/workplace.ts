import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resolveInside } from '../delivery/containment.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../memory/memory.ts';
import { TOMBSTONE_FILE } from '../memory/tombstones.ts';
import { FIXES_FILE, LEARNED_FOLDER, PATTERNS_FILE } from '../memory/tool-fixes/tool-files.ts';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { now } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders, type OwnFolders } from '../shared/folders.ts';
import { sameFile } from '../shared/paths.ts';
import type { Surroundings } from '../shared/surroundings.ts';

/** The present state of the project that a call is about. */
export interface Workplace extends Surroundings {
  /** A folder of the project: paths are relative to it, and tools are run in it. */
  cwd: string;
  /** The root of the project's main checkout, which contains its memory. */
  root: string;
  /** hardwon's own folders; the user's memory is in `config`. */
  folders: OwnFolders;
}

/** The files of a memory that tools read: somebody else's repository may contain a link that leads out of it. */
const MEMORY_FILES = [
  MEMORY_FILE,
  TOMBSTONE_FILE,
  ...[FIXES_FILE, PATTERNS_FILE].map((name) => join(LEARNED_FOLDER, name)),
];

/** Finds the project of a call. This is done for each call, because a server lives for hours, and folders come and go. */
export async function openWorkplace(folder: string, places: Omit<Surroundings, 'now'>): Promise<Workplace> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new AppError('not-found', `There is no folder ${folder}.`, {
      hint: 'Start the server with --project and an existing folder.',
    });
  if (sameFile(folder, places.home) || dirname(folder) === folder)
    throw new AppError('not-found', `${folder} is not a project.`, {
      hint: 'Start the server in the folder of a project, or name one with --project.',
    });
  const root = findRepository(folder);
  for (const name of MEMORY_FILES) await requireOwn(join(root, MEMORY_FOLDER, name), root);
  return { ...places, cwd: realpathSync(folder), root, folders: findOwnFolders(places), now: now(places.env) };
}

/** Refuses a file that is a link out of the project. */
export async function requireOwn(path: string, root: string): Promise<void> {
  if (existsSync(path)) await resolveInside(path, root);
}

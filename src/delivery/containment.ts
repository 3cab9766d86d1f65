import { dirname } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { isInside, makeFolder, resolveTarget, writeTextFile } from '../shared/files.ts';

/**
 * Returns the real path of a file if it is in `root` once all links are followed. A repository written by somebody else may
 * contain a link from CLAUDE.md to a file in the user's home: it is refused before it is read.
 */
export async function resolveInside(path: string, root: string): Promise<string> {
  const target = await resolveTarget(path);
  if (isInside(target, await resolveTarget(root))) return target;
  throw new AppError('unwritable', `${path} is a link that leads out of ${root}, to ${target}`, {
    hint: 'hardwon writes only inside the project. Replace the link with a file.',
  });
}

/**
 * Writes a file of a project for callers without an undo record, to its real path, which must be in `root`. Folders are created
 * only once that is known.
 */
export async function writeInside(path: string, root: string, text: string): Promise<void> {
  const target = await resolveInside(path, root);
  await makeFolder(dirname(target));
  await writeTextFile(target, text);
}

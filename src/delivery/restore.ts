import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, removeFile, writeTextFile } from '../shared/files.ts';
import type { UndoneChange } from './undo-record.ts';

/** Returns the path of the one lock for all projects of a user: writes take milliseconds, and undo records are one list. */
export function lockPath(dataDir: string): string {
  return join(dataDir, 'apply.lock');
}

/** Restores a file to its state in a record. */
export async function restoreFile({ target, before, mode }: UndoneChange): Promise<void> {
  if (before === undefined) return removeFile(target);
  await makeFolder(dirname(target));
  await writeTextFile(target, before, mode === undefined ? {} : { mode });
}

/** Removes folders that a run created, innermost first; those that contain anything stay. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined);
}

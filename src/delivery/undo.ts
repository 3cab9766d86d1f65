import { AppError } from '../shared/errors.ts';
import { isInside, removeFile, resolveTarget, writeTextFile } from '../shared/files.ts';
import { type LockOptions, withLock } from '../shared/lock.ts';
import { inspect } from './inspect-change.ts';
import { lockPath, removeEmptyFolders, restoreFile } from './restore.ts';
import { listRecords, readRecord, reopenRecord, type UndoRecord } from './undo-record.ts';

/** The choice of the run to revert. */
export interface UndoOptions {
  /** hardwon's data folder. */
  dataDir: string;
  /** Only runs on this project; by default the last run of all. */
  projectRoot?: string;
  /** Only runs that changed a file in this folder, whatever project they were made from. */
  folder?: string;
  /** Only this run, by the number of its record: if there was another one since, nothing is reverted. */
  number?: number;
  /** Also restore files that were changed since; their current text is kept beside the record. */
  force?: boolean;
  /** The time to wait for another hardwon process that is writing. */
  lock?: LockOptions;
}

/** The result of reverting a run. */
export interface UndoResult {
  projectRoot: string;
  /** The time of the reverted run, ISO 8601. */
  at: string;
  /** Files that have their old text again. */
  restored: string[];
  /** Removed files, which the run had created. */
  removed: string[];
  /** The place of the texts that `force` replaced. */
  keptCopy?: string;
}

/**
 * Reverts the last run that is not reverted yet: a second call reverts the one before it. It reverts everything or nothing;
 * undefined if there is nothing to revert.
 */
export async function undoLast(options: UndoOptions): Promise<UndoResult | undefined> {
  return withLock(lockPath(options.dataDir), () => undoLocked(options), options.lock);
}

async function undoLocked(options: UndoOptions): Promise<UndoResult | undefined> {
  const found = await findRecord(options);
  if (!found) return undefined;
  const { path, number, record } = found;
  if (options.number !== undefined && options.number !== number)
    throw new AppError('conflict', 'Something else was written since; nothing was undone', {
      hint: 'Undo the later change first.',
    });
  const states = await Promise.all(record.changes.map(inspect));
  const changed = states.filter((state) => state.isChanged);
  if (changed[0] && !options.force) {
    throw new AppError(
      'conflict',
      `${changed.map(({ old }) => old.path).join(', ')} changed since; nothing was undone`,
      {
        hint: 'Use --force to restore it anyway; a copy of its current text is kept.',
      },
    );
  }
  const keptCopy = changed.length > 0 ? path.replace(/(?:\.begun)?\.json$/, '.replaced.json') : undefined;
  if (keptCopy) {
    const texts = Object.fromEntries(changed.map(({ old, current }) => [old.path, current ?? null]));
    await writeTextFile(keptCopy, `${JSON.stringify(texts, undefined, 2)}\n`, { mode: 0o600 });
  }
  // The record is removed last: the next run completes an undo that was killed.
  const begun = await reopenRecord(path);
  for (const { old, target, current } of states) if (current !== old.before) await restoreFile({ ...old, target });
  await removeEmptyFolders(record.folders);
  await removeFile(begun);
  return {
    projectRoot: record.projectRoot,
    at: record.at,
    restored: record.changes.filter((old) => old.before !== undefined).map((old) => old.path),
    removed: record.changes.filter((old) => old.before === undefined).map((old) => old.path),
    keptCopy: keptCopy || undefined,
  };
}

/** Returns the last run that is not reverted yet. */
export async function findRecord({
  dataDir,
  projectRoot,
  folder,
}: Pick<UndoOptions, 'dataDir' | 'projectRoot' | 'folder'>): Promise<
  { path: string; number: number; record: UndoRecord } | undefined
> {
  const wanted = projectRoot === undefined ? undefined : await resolveTarget(projectRoot);
  for (const { path, number } of (await listRecords(dataDir)).toReversed()) {
    const record = await readRecord(path);
    const isThere = folder === undefined || record.changes.some((change) => isInside(change.path, folder));
    if (isThere && (wanted === undefined || (await resolveTarget(record.projectRoot)) === wanted))
      return { path, number, record };
  }
  return undefined;
}

import { AppError } from '../shared/errors.ts';
import { isInside, removeFile, resolveTarget, writeTextFile } from '../shared/files.ts';
import { type LockOptions, withLock } from '../shared/lock.ts';
import { inspect } from './inspect-change.ts';
import { lockPath, removeEmptyFolders, restoreFile } from './restore.ts';
import { listRecords, readRecord, reopenRecord, type UndoRecord } from './undo-record.ts';

/** What to take back. */
export interface UndoOptions {
  /** hardwon's data folder. */
  dataDir: string;
  /** Only runs on this project; else the last run of all. */
  projectRoot?: string;
  /** Only runs that changed a file in this folder, whatever project they were made from. */
  folder?: string;
  /** Only this run, by the number of its record: where another one was made since, nothing is taken back. */
  number?: number;
  /** Also restore files that were changed since; what they hold now is kept beside the record. */
  force?: boolean;
  /** How long to wait for another hardwon that writes. */
  lock?: LockOptions;
}

/** What was taken back. */
export interface UndoResult {
  projectRoot: string;
  /** When the run was that is undone, ISO 8601. */
  at: string;
  /** Files that have their old text again. */
  restored: string[];
  /** Files that the run had created. */
  removed: string[];
  /** Where the texts are that `force` replaced. */
  keptCopy?: string;
}

/**
 * Takes back the last run that is not taken back yet: called twice, the one before it too. All of it or nothing; undefined where there
 * is nothing to take back.
 */
export async function undoLast(options: UndoOptions): Promise<UndoResult | undefined> {
  return withLock(lockPath(options.dataDir), () => undoLocked(options), options.lock);
}

async function undoLocked(options: UndoOptions): Promise<UndoResult | undefined> {
  const found = await findRecord(options);
  if (!found) return undefined;
  const { path, number, record } = found;
  if (options.number !== undefined && options.number !== number)
    throw new AppError('conflict', 'Something else was written since; nothing was taken back', {
      hint: 'Look at what was written last, and take that back first.',
    });
  const states = await Promise.all(record.changes.map(inspect));
  const changed = states.filter((state) => state.isChanged);
  if (changed[0] && !options.force) {
    throw new AppError('conflict', `${changed.map(({ old }) => old.path).join(', ')} changed since; nothing was taken back`, {
      hint: 'Use --force to restore it all the same; a copy of what it holds now is kept.',
    });
  }
  const keptCopy = changed.length > 0 ? path.replace(/(?:\.begun)?\.json$/, '.replaced.json') : undefined;
  if (keptCopy) {
    const texts = Object.fromEntries(changed.map(({ old, current }) => [old.path, current ?? null]));
    await writeTextFile(keptCopy, `${JSON.stringify(texts, undefined, 2)}\n`, { mode: 0o600 });
  }
  // The record goes last: an undo that is killed is ended by the next run.
  const begun = await reopenRecord(path);
  for (const { old, target, current } of states) if (current !== old.before) await restoreFile({ ...old, target });
  await removeEmptyFolders(record.folders);
  await removeFile(begun);
  return {
    projectRoot: record.projectRoot,
    at: record.at,
    restored: record.changes.filter((old) => old.before !== undefined).map((old) => old.path),
    removed: record.changes.filter((old) => old.before === undefined).map((old) => old.path),
    ...(keptCopy && { keptCopy }),
  };
}

/** The last run that is not taken back yet. */
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

import { removeFile, removeLeftovers, writeTextFile } from '../shared/files.ts';
import { inspect } from './inspect-change.ts';
import { removeEmptyFolders, restoreFile } from './restore.ts';
import { endRecord, listRecords, readRecord, removeHalfRecords, type UndoRecord } from './undo-record.ts';

/**
 * Settles runs that were killed while they wrote. If all their files were written, the run counts; if only some were, those get
 * their old text back. The caller must hold the lock, so that no begun run is still in progress.
 */
export async function settleBegun(dataDir: string): Promise<void> {
  await removeHalfRecords(dataDir);
  for (const { path, isBegun } of await listRecords(dataDir)) {
    if (!isBegun) continue;
    // If a disk is absent or cannot be written to now, a later run settles it.
    await settleRun(path).catch(() => undefined);
  }
}

async function settleRun(path: string): Promise<void> {
  const record = await readRecord(path);
  for (const { target } of record.changes) await removeLeftovers(target);
  const states = await Promise.all(record.changes.map(inspect));
  if (states.every((state) => state.isWritten)) return void (await endRecord(path));
  for (const { isWritten, old, target, current } of states)
    if (isWritten && current !== old.before) await restoreFile({ ...old, target });
  await removeEmptyFolders(record.folders);
  // Text that somebody wrote since is theirs. `undo --force` can still restore the text from before the run.
  const changes = states.flatMap(({ isChanged, old }) => (isChanged ? [old] : []));
  if (changes.length === 0) return removeFile(path);
  await writeTextFile(path, `${JSON.stringify({ ...record, changes } satisfies UndoRecord, undefined, 2)}\n`, { mode: 0o600 });
  await endRecord(path);
}

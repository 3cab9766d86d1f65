import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DamagedFile } from '../memory/damage.ts';
import { AppError, systemError } from '../shared/errors.ts';
import {
  hasCode,
  LARGEST_TEXT,
  makeFolder,
  missingFolders,
  readTextFile,
  removeFile,
  removeLeftovers,
  writeTextFile,
} from '../shared/files.ts';
import { type LockOptions, withLock } from '../shared/lock.ts';
import { readRegular } from '../shared/regular-file.ts';
import type { Change } from './change.ts';
import { resolveInside } from './containment.ts';
import { inspect } from './inspect-change.ts';
import type { DeliveryPlan } from './plan.ts';
import { lockPath, removeEmptyFolders, restoreFile } from './restore.ts';
import {
  contentHash,
  endRecord,
  listRecords,
  readRecord,
  removeHalfRecords,
  saveRecord,
  type UndoneChange,
  type UndoRecord,
} from './undo-record.ts';

export { findRecord, type UndoOptions, type UndoResult, undoLast } from './undo.ts';

/** The folder of undo records and the lock, and the time. */
interface ApplyOptions {
  /** hardwon's data folder. */
  dataDir: string;
  now: Date;
  /** The time to wait for another hardwon process that is writing. */
  lock?: LockOptions;
}

/** The result of applying a plan. */
interface ApplyResult {
  /** The changed files, under the paths that the user knows. */
  written: string[];
  /** The record by which `undoLast` reverts it; absent if nothing changed. */
  undo?: string;
}

/** The part of a plan that is applied: the rest of a plan is for display. */
export type AppliedPlan = Pick<DeliveryPlan, 'projectRoot' | 'changes' | 'refusals'>;

/** The calls that a test needs to make fail. */
interface ApplyCalls {
  writeTextFile: typeof writeTextFile;
}

/** Writes a plan, completely or not at all. Refuses if a file has changed since the plan was made. */
export async function applyPlan(
  plan: AppliedPlan,
  options: ApplyOptions,
  calls: ApplyCalls = { writeTextFile },
): Promise<ApplyResult> {
  if (plan.refusals[0]) throw plan.refusals[0];
  if (plan.changes.length === 0) return { written: [] };
  return withLock(
    lockPath(options.dataDir),
    async () => {
      await settleBegun(options.dataDir);
      return applyLocked(plan, options, calls);
    },
    options.lock,
  );
}

/** Makes a plan and writes it without letting another hardwon process in between: for callers that show no diff first. */
export async function planAndApply<T extends AppliedPlan>(
  makePlan: () => Promise<T>,
  options: ApplyOptions,
): Promise<ApplyResult & { plan: T }> {
  return withLock(
    lockPath(options.dataDir),
    async () => {
      await settleBegun(options.dataDir);
      const plan = await makePlan().catch(keepCopy);
      if (plan.refusals[0]) throw plan.refusals[0];
      const result = plan.changes.length === 0 ? { written: [] } : await applyLocked(plan, options, { writeTextFile });
      return { ...result, plan };
    },
    options.lock,
  );
}

/** Keeps a copy of a damaged memory file beside it, so that whoever repairs it can see what was left. */
async function keepCopy(error: unknown): Promise<never> {
  if (!(error instanceof DamagedFile)) throw error;
  const content = await readRegular(error.path, LARGEST_TEXT);
  const name = `${error.path}.damaged-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`;
  // The folder may be a link that leads out of the project.
  const copy = await resolveInside(name, dirname(dirname(error.path)));
  await writeFile(copy, content, { flag: 'wx', mode: 0o600 }).catch((cause: unknown) => {
    if (!hasCode(cause, 'EEXIST')) throw systemError('unwritable', `Cannot keep a copy of ${error.path}`, cause);
  });
  throw error.withCopy(name);
}

async function applyLocked(plan: AppliedPlan, options: ApplyOptions, calls: ApplyCalls): Promise<ApplyResult> {
  const prepared: { change: Change; old: UndoneChange }[] = [];
  const folders = new Set<string>();
  for (const change of plan.changes) {
    const old = await prepareChange(change);
    for (const folder of await missingFolders(dirname(old.target))) folders.add(folder);
    prepared.push({ change, old });
  }
  const record: UndoRecord = {
    version: 1,
    at: options.now.toISOString(),
    projectRoot: plan.projectRoot,
    changes: prepared.map(({ old }) => old),
    folders: [...folders],
  };
  const begunRecord = await saveRecord(options.dataDir, record);
  const begun: UndoneChange[] = [];
  try {
    for (const { change, old } of prepared) {
      begun.push(old);
      if (change.after === undefined) await removeFile(old.target);
      else await writeChange(old.target, change.after, calls);
    }
  } catch (error) {
    await rollBack(begun, record, begunRecord, error);
    throw error;
  }
  return { written: plan.changes.map((change) => change.path), undo: await endRecord(begunRecord) };
}

async function writeChange(target: string, text: string, calls: ApplyCalls): Promise<void> {
  await makeFolder(dirname(target));
  await calls.writeTextFile(target, text);
}

async function prepareChange(change: Change): Promise<UndoneChange> {
  const target = await resolveInside(change.path, change.root);
  const current = await readTextFile(target);
  if (current?.text !== change.before) {
    throw new AppError('conflict', `${change.path} was changed by something else just now`, {
      hint: 'Nothing was written. Run the command again.',
    });
  }
  return {
    path: change.path,
    target,
    root: change.root,
    ...(current && { before: current.text, mode: current.mode }),
    afterHash: change.after !== undefined ? contentHash(change.after) : undefined,
  };
}

/** Reverts what a run wrote before it failed. If that fails, too, the record stays, and the next run or `undo` tries again. */
async function rollBack(
  begun: readonly UndoneChange[],
  record: UndoRecord,
  undo: string,
  cause: unknown,
): Promise<void> {
  const failures: unknown[] = [];
  for (const old of begun.toReversed()) {
    // The failed write has changed nothing, and a file that cannot be written now could not be written then: the others still can
    // be.
    await restoreIfChanged(old).catch((error: unknown) => failures.push(error));
  }
  await removeEmptyFolders(record.folders).catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return removeFile(undo);
  throw new AppError(
    'unwritable',
    `${describe(cause)}; and undoing what was written failed, too: ${failures.map(describe).join('; ')}`,
    {
      hint: 'Run `hardwon undo` once the files can be written again.',
      cause,
    },
  );
}

async function restoreIfChanged(old: UndoneChange): Promise<void> {
  const current = await readTextFile(old.target).catch(() => undefined);
  if (current?.text !== old.before) await restoreFile(old);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Settles runs that were killed while they wrote. If all their files were written, the run counts; if only some were, those get
 * their old text back. The caller must hold the lock, so that no begun run is still in progress.
 */
async function settleBegun(dataDir: string): Promise<void> {
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
  await writeTextFile(path, `${JSON.stringify({ ...record, changes } satisfies UndoRecord, undefined, 2)}\n`, {
    mode: 0o600,
  });
  await endRecord(path);
}

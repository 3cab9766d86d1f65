import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endMarked, isStillRunning } from './processes.ts';
import type { RunRecord } from './run-record.ts';
import { listRuns, runFolder, saveRun } from './run-store.ts';

/** The number of runs whose logs and patches are kept; of older ones only the figures are. */
const RUNS_KEPT = 50;

/**
 * Cleans up after runs that were killed: removes their scratch checkouts, and ends agents that still work in them. Those runs can
 * be resumed. Returns their ids.
 */
export async function cleanUp(dataDir: string): Promise<string[]> {
  const runs = await listRuns(dataDir);
  const left = runs.filter((run) => run.status === 'running' && !isStillRunning(run.owner));
  for (const run of left) {
    for (const child of run.children) endMarked(child);
    await removeScratch(dataDir, run);
    await saveRun(dataDir, { ...run, status: 'stopped', reason: 'it was ended from outside', children: [] });
  }
  const ended = runs.filter((run) => run.status !== 'running');
  for (const { id } of ended.slice(RUNS_KEPT))
    await rm(runFolder(dataDir, id).folder, { recursive: true, force: true });
  return left.map(({ id }) => id);
}

/**
 * Removes the scratch checkout of a run. Returns why it could not, for people: the result of a run is not lost because of that.
 */
export async function removeScratch(dataDir: string, { id }: Pick<RunRecord, 'id'>): Promise<string | undefined> {
  const { scratch } = runFolder(dataDir, id);
  // A process that was just ended may still be writing, so that a folder may not be empty when its turn comes.
  const remove = () => rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    await remove().catch(async () => {
      // Some tools write-protect their files, as go does with its modules.
      await unprotect(scratch);
      await remove();
    });
    return undefined;
  } catch (error) {
    return `${scratch} could not be removed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Makes every folder of a tree writable for its owner. */
async function unprotect(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await unprotect(join(folder, entry.name));
}

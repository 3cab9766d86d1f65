import { rm } from 'node:fs/promises';
import { endMarked, isRunning } from './processes.ts';
import { listRuns, type RunRecord, runFolder, saveRun } from './run-record.ts';

/** Runs whose logs and patches are kept; of older ones only the figures are. */
const RUNS_KEPT = 50;

/**
 * Clears away what runs left that were ended by force: their scratch checkouts, and agents that still work in them. They can be gone on
 * with. Gives the ids of those.
 */
export async function cleanUp(dataDir: string): Promise<string[]> {
  const runs = await listRuns(dataDir);
  const left = runs.filter((run) => run.status === 'running' && !isRunning(run.owner));
  for (const run of left) {
    for (const child of run.children) endMarked(child);
    await removeScratch(dataDir, run);
    await saveRun(dataDir, { ...run, status: 'stopped', reason: 'it was ended from outside', children: [] });
  }
  const ended = runs.filter((run) => run.status !== 'running');
  for (const { id } of ended.slice(RUNS_KEPT)) await rm(runFolder(dataDir, id).folder, { recursive: true, force: true });
  return left.map(({ id }) => id);
}

/** Removes the scratch checkout of a run. */
export async function removeScratch(dataDir: string, { id }: Pick<RunRecord, 'id'>): Promise<void> {
  // What was just ended may still be writing: then a folder is not empty when its turn comes.
  await rm(runFolder(dataDir, id).scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

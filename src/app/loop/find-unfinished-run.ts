import { realpath } from 'node:fs/promises';
import { cleanUp } from '../../loop/run/clean-up.ts';
import { isUnfinished, type RunRecord } from '../../loop/run/run-record.ts';
import { listRuns } from '../../loop/run/run-store.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { contains } from '../../shared/paths.ts';
import type { UserHome } from '../../shared/surroundings.ts';

/** Selects a run. */
export interface UnfinishedRunRequest extends UserHome {
  /** Any folder of the project. */
  folder: string;
  /** The id of a run, of any project; defaults to the last run of the project. */
  id?: string;
}

/** Returns a run that can be resumed, including one whose process has ended. Returns undefined if there is none. */
export async function findUnfinishedRun(request: UnfinishedRunRequest): Promise<RunRecord | undefined> {
  const { data } = findOwnFolders(request);
  await cleanUp(data);
  const runs = await listRuns(data);
  if (request.id !== undefined) return runs.find((run) => isUnfinished(run) && run.id === request.id);
  // Runs record the real path of their repository.
  const folder = await realpath(request.folder).catch(() => request.folder);
  return runs.find((run) => isUnfinished(run) && contains(run.root, folder));
}

import { realpath } from 'node:fs/promises';
import { cleanUp } from '../../loop/run/clean-up.ts';
import { isUnfinished, type RunRecord } from '../../loop/run/run-record.ts';
import { listRuns } from '../../loop/run/run-store.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { contains } from '../../shared/paths.ts';

/** Which run is meant. */
export interface UnfinishedRunRequest {
  /** Any folder of the project. */
  folder: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The name of the run, of any project; the last one of the project where absent. */
  id?: string;
}

/** A run that can be gone on with, also one that its process is not making any more. Nothing where there is none. */
export async function findUnfinishedRun(request: UnfinishedRunRequest): Promise<RunRecord | undefined> {
  const { data } = findOwnFolders(request);
  await cleanUp(data);
  const runs = await listRuns(data);
  if (request.id !== undefined) return runs.find((run) => isUnfinished(run) && run.id === request.id);
  // By its real path, as runs know their repository.
  const folder = await realpath(request.folder).catch(() => request.folder);
  return runs.find((run) => isUnfinished(run) && contains(run.root, folder));
}

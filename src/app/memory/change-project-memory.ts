import { type ChangedMemory, changeMemory, type MemoryChange } from '../../lifecycle/change-memory.ts';
import type { Memory } from '../../memory/memory.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { Surroundings } from '../../shared/surroundings.ts';
import { refreshHooks } from '../install/refresh-hooks.ts';

/** A change of a memory, and its place. */
export interface ProjectMemoryChange<T> extends MemoryChange<T> {
  /** The folder of the memory. */
  root: string;
  /** The folder that paths in diffs are relative to; defaults to `root`. */
  base?: string;
}

/** Changes the memory of a project, and updates the snapshot that hooks answer from. */
export async function changeMemoryOf<T>(
  root: string,
  places: Omit<Surroundings, 'cwd'>,
  apply: boolean,
  change: (memory: Memory) => ChangedMemory<T> | Promise<ChangedMemory<T>>,
): Promise<ProjectMemoryChange<T>> {
  const { home, now } = places;
  const done = await changeMemory({ root, dataDir: findOwnFolders(places).data, home, now, apply }, change);
  if (done.applied) await refreshHooks(root, places);
  return { ...done, root };
}

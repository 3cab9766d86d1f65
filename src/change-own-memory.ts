import type { ChangePlaces, ProjectMemoryChange } from './change-project-memory.ts';
import type { ChangedMemory } from './lifecycle/change-memory.ts';
import { changeUserMemory } from './lifecycle/user-memory/change-user-memory.ts';
import { findUserFiles } from './lifecycle/user-memory/find-user-files.ts';
import type { Memory } from './memory/memory.ts';
import { withConfig } from './pipeline.ts';
import { findOwnFolders } from './shared/folders.ts';

/**
 * Changes the user's own memory, and the files in which their agents read its rules. Whoever stands in a project, or in another folder, takes
 * it back there.
 */
export async function changeOwnMemory<T>(
  folder: string,
  places: ChangePlaces,
  apply: boolean,
  change: (memory: Memory) => ChangedMemory<T> | Promise<ChangedMemory<T>>,
): Promise<ProjectMemoryChange<T>> {
  const { home, env, now } = places;
  const { config: root, data: dataDir } = findOwnFolders(places);
  const files = await findUserFiles({ ...(await withConfig({ cwd: folder, home, env })), memoryRoot: root });
  const done = await changeUserMemory({ root, userIn: folder, files, dataDir, home, now, apply }, change);
  return { ...done, root, base: folder };
}

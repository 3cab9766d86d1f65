import type { ChangedMemory } from '../../lifecycle/change-memory.ts';
import { changeUserMemory } from '../../lifecycle/user-memory/change-user-memory.ts';
import type { Memory } from '../../memory/memory.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { Surroundings } from '../../shared/surroundings.ts';
import type { ProjectMemoryChange } from './change-project-memory.ts';
import { findOwnFiles } from './own-files.ts';

/**
 * Changes the user's own memory, and the files in which their agents read its rules. `folder` is where the change can be undone,
 * be it a project or not.
 */
export async function changeOwnMemory<T>(
  folder: string,
  places: Omit<Surroundings, 'cwd'>,
  apply: boolean,
  change: (memory: Memory) => ChangedMemory<T> | Promise<ChangedMemory<T>>,
): Promise<ProjectMemoryChange<T>> {
  const { home, now } = places;
  const { config: root, data: dataDir } = findOwnFolders(places);
  const files = await findOwnFiles(places);
  const done = await changeUserMemory({ root, userIn: folder, files, dataDir, home, now, apply }, change);
  return { ...done, root, base: folder };
}

import { existsSync } from 'node:fs';
import { Snapshot } from '../../delivery/snapshot/layout.ts';
import { snapshotPath } from '../../delivery/snapshot/place.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { Surroundings } from '../../shared/surroundings.ts';
import { withConfig } from '../configured-request.ts';
import { refreshSnapshot } from './refresh-snapshot.ts';

/**
 * Updates the snapshot that hooks answer from after a change of memory for which no sessions were read. Keeps the known folders
 * and the track record of lessons.
 */
export async function refreshHooks(root: string, places: Omit<Surroundings, 'cwd'>): Promise<void> {
  const path = snapshotPath(findOwnFolders(places).cache, root);
  try {
    const request = await withConfig({ cwd: root, ...places });
    await refreshSnapshot({ root, folders: existsSync(path) ? readFolders(path) : [root] }, request);
  } catch {
    // The configuration is broken at the moment: hooks notice that the memory has changed, and leave out the changed lessons.
  }
}

function readFolders(path: string): readonly string[] {
  try {
    const snapshot = new Snapshot(path);
    snapshot.close();
    return snapshot.header.folders;
  } catch {
    return [];
  }
}

import { existsSync } from 'node:fs';
import { Snapshot } from '../../delivery/snapshot/layout.ts';
import { snapshotPath } from '../../delivery/snapshot/place.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { withConfig } from '../configured-request.ts';
import { refreshSnapshot } from './refresh-snapshot.ts';

/**
 * Brings what hooks answer from in line after a change of memory that read no sessions. Folders that were known stay known, and so
 * does what lessons have proven.
 */
export async function refreshHooks(
  root: string,
  places: { home: string; env: Readonly<Record<string, string | undefined>>; now: Date },
): Promise<void> {
  const path = snapshotPath(findOwnFolders(places).cache, root);
  try {
    const request = await withConfig({ cwd: root, ...places });
    await refreshSnapshot({ root, folders: existsSync(path) ? readFolders(path) : [root] }, request);
  } catch {
    // A configuration that is broken now: hooks see that the memory is another one, and leave out what was changed.
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

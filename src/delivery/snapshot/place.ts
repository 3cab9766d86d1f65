import { join } from 'node:path';
import { hashText } from '../../shared/hash.ts';
import { pathKey } from '../../shared/paths.ts';

/**
 * Returns the path of a project's snapshot, by its main checkout. It is in the cache folder, because `learn --apply` recreates
 * it.
 */
export function snapshotPath(cacheDir: string, root: string): string {
  return join(cacheDir, 'live', `${hashText(pathKey(root))}.snapshot`);
}

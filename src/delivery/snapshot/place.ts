import { join } from 'node:path';
import { hashText } from '../../shared/hash.ts';
import { pathKey } from '../../shared/paths.ts';

/** Where the snapshot of a project is, by its main checkout. In the cache folder: `learn --apply` writes it anew. */
export function snapshotPath(cacheDir: string, root: string): string {
  return join(cacheDir, 'live', `${hashText(pathKey(root))}.snapshot`);
}

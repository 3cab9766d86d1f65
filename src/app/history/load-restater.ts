import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Restate } from '../../delivery/journal/restate.ts';

/**
 * Returns the function that rewrites a log before it is mined. It loads nothing for the usual case of nothing to rewrite,
 * because every run gets here.
 */
export async function loadRestater(dataDir: string): Promise<Restate> {
  if (!existsSync(join(dataDir, 'live'))) return (log) => log;
  return (await import('../../delivery/journal/restate.ts')).makeRestater(dataDir);
}

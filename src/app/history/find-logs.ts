import { join } from 'node:path';
import type { HasLogs } from '../../lifecycle/tidy.ts';
import { logFinder } from '../../sessions/kept-logs.ts';
import { findOwnFolders } from '../../shared/folders.ts';

/**
 * Returns a function that tells whether any log that a lesson was learned from still exists. Opens nothing before its first call.
 */
export function openLogFinder(places: Parameters<typeof findOwnFolders>[0]): HasLogs {
  const hasLog = logFinder(join(findOwnFolders(places).cache, 'sessions.db'));
  return ({ evidence }) => hasLog(evidence);
}

import { join } from 'node:path';
import type { HasLogs } from '../../lifecycle/tidy.ts';
import { logFinder } from '../../sessions/kept-logs.ts';
import { findOwnFolders } from '../../shared/folders.ts';

/** Says of lessons whether a log that they were learned from is still there. Nothing is opened before the first question. */
export function openLogFinder(places: Parameters<typeof findOwnFolders>[0]): HasLogs {
  const hasLog = logFinder(join(findOwnFolders(places).cache, 'sessions.db'));
  return ({ evidence }) => hasLog(evidence);
}

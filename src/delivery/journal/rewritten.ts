import { join } from 'node:path';
import { liveFolder } from './entry.ts';

/** A call that ran in a rewritten form. */
export interface RewrittenCall {
  /** The time, ISO 8601. */
  at: string;
  /** The id of the lesson that rewrote it. */
  lesson: string;
  agent: string;
  session: string;
  /** The call, by the agent's own id. */
  call: string;
}

/**
 * Returns the paths of the current and the previous file that record them. They are separate from the journal, which can be
 * disabled.
 */
export function rewrittenPaths(dataDir: string): [now: string, before: string] {
  const folder = liveFolder(dataDir);
  return [join(folder, 'rewritten.ndjson'), join(folder, 'rewritten-before.ndjson')];
}

/** A file of this size, about 20,000 calls, is rotated and replaces the previous one. */
export const FULL_REWRITTEN = 4 * 1024 * 1024;

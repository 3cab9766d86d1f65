import { join } from 'node:path';
import { liveFolder } from './entry.ts';

/** A call that ran in other words than it was sent in. */
export interface RewrittenCall {
  /** When, ISO 8601. */
  at: string;
  /** The id of the lesson that rewrote it. */
  lesson: string;
  agent: string;
  session: string;
  /** The call, by the agent's own id. */
  call: string;
}

/** Where they are noted, and where those before them are. Kept apart from the journal, which can be switched off. */
export function rewrittenPaths(dataDir: string): [now: string, before: string] {
  const folder = liveFolder(dataDir);
  return [join(folder, 'rewritten.ndjson'), join(folder, 'rewritten-before.ndjson')];
}

/** A file of this size is put aside, in place of the one that was put aside before: 20,000 calls. */
export const FULL_REWRITTEN = 4 * 1024 * 1024;

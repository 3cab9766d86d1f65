import { join } from 'node:path';

/** How a lesson was shown. */
export type ShownAs = 'advice' | 'denial' | 'rewrite' | 'known-issue' | 'session-start';

/**
 * One line of the journal: that a lesson was shown, whether the next call of that tool was another one (`followed`), and whether that one
 * went well (`helped`). None of them says that a failure was prevented.
 */
export interface JournalEntry {
  /** When, ISO 8601. */
  at: string;
  what: 'shown' | 'followed' | 'helped';
  /** For `followed` and `helped`: whether it was so. */
  yes?: boolean;
  /** For `shown`: how. */
  as?: ShownAs;
  /** The id of the lesson. */
  lesson: string;
  /** The main checkout of its project. */
  project: string;
  agent: string;
  session: string;
  /** The call it was about, by the agent's own id. */
  call?: string;
}

/** The folder in hardwon's data folder that live delivery writes to. */
export function liveFolder(dataDir: string): string {
  return join(dataDir, 'live');
}

/** The journal; full ones stand beside it as `journal-<time>.ndjson`. */
export const JOURNAL_FILE = 'journal.ndjson';

/** The name of a full journal. */
export const FULL_JOURNAL = /^journal-\d{10,16}\.ndjson$/;

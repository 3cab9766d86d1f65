import { join } from 'node:path';

/** How a lesson was shown; `asked`: to somebody who asked what is known. */
export type ShownAs = 'advice' | 'denial' | 'rewrite' | 'known-issue' | 'asked' | 'session-start';

/** Stands for the agent where hardwon itself told a lesson, and no hook of an agent. */
export const OWN_NAME = 'hardwon';

/** What every line of the journal says. */
interface EntryHead {
  /** When, ISO 8601. */
  at: string;
  /** The main checkout of the project. */
  project: string;
  agent: string;
  session: string;
}

/**
 * What became of a lesson: that it was shown, or would have been (`withheld`, in a session that is held out); whether the next such call
 * was another one (`followed`), and whether that one went well (`helped`); that the call went well all the same (`false-alarm`), that it was
 * made all the same and failed (`mistake`), or failed although the lesson had rewritten it (`undone`). And, in sessions that are compared, that a call failed which a lesson is about
 * (`known-failure`).
 */
export interface LessonEntry extends EntryHead {
  what: 'shown' | 'withheld' | 'followed' | 'helped' | 'false-alarm' | 'mistake' | 'undone' | 'known-failure';
  /** The id of the lesson. */
  lesson: string;
  /** For `followed` and `helped`: whether it was so. */
  yes?: boolean;
  /** How it was shown. */
  as?: ShownAs;
  /** The call that tells it, by the agent's own id. */
  call?: string;
  /** For what came of it: the call that the lesson was shown with. */
  of?: string;
}

/** That a session began which is compared with others: hooks speak in it, or they are silent. */
export interface SessionEntry extends EntryHead {
  what: 'session';
  arm: 'told' | 'held-out';
}

/** One line of the journal. */
export type JournalEntry = LessonEntry | SessionEntry;

/** The folder in hardwon's data folder that live delivery writes to. */
export function liveFolder(dataDir: string): string {
  return join(dataDir, 'live');
}

/** The journal; full ones stand beside it as `journal-<time>.ndjson`. */
export const JOURNAL_FILE = 'journal.ndjson';

/** The name of a full journal. */
export const FULL_JOURNAL = /^journal-\d{10,16}\.ndjson$/;

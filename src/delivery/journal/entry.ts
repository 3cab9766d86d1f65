import { join } from 'node:path';

/** The way in which a lesson was shown; `asked`: to somebody who asked what is known. */
export type ShownAs = 'advice' | 'denial' | 'rewrite' | 'known-issue' | 'asked' | 'session-start';

/** Stands for the agent if hardwon itself told a lesson, rather than a hook of an agent. */
export const OWN_NAME = 'hardwon';

/** The fields of every line of the journal. */
interface EntryHead {
  /** The time, ISO 8601. */
  at: string;
  /** The main checkout of the project. */
  project: string;
  agent: string;
  session: string;
}

/**
 * An event of a lesson: that it was shown, or would have been (`withheld`, in a session that is held out); whether the next such
 * call was different (`followed`), and whether that one went well (`helped`); that the call went well nevertheless
 * (`false-alarm`), that it was made anyway and failed (`mistake`), or failed although the lesson had rewritten it (`undone`). In
 * sessions that are compared, also that a call failed that a lesson is about (`known-failure`).
 */
export interface LessonEntry extends EntryHead {
  what: 'shown' | 'withheld' | 'followed' | 'helped' | 'false-alarm' | 'mistake' | 'undone' | 'known-failure';
  /** The id of the lesson. */
  lesson: string;
  /** For `followed` and `helped`: whether it was so. */
  yes?: boolean;
  /** The way in which it was shown. */
  as?: ShownAs;
  /** The call that shows it, by the agent's own id. */
  call?: string;
  /** For outcomes: the call with which the lesson was shown. */
  of?: string;
}

/** The start of a session that is compared with others: hooks speak in it, or are silent. */
export interface SessionEntry extends EntryHead {
  what: 'session';
  arm: 'told' | 'held-out';
}

/** One line of the journal. */
export type JournalEntry = LessonEntry | SessionEntry;

/** Returns the folder in hardwon's data folder to which live delivery writes. */
export function liveFolder(dataDir: string): string {
  return join(dataDir, 'live');
}

/** The journal; full ones are beside it as `journal-<time>.ndjson`. */
export const JOURNAL_FILE = 'journal.ndjson';

/** Matches the name of a full journal. */
export const FULL_JOURNAL = /^journal-\d{10,16}\.ndjson$/;

/** The words of a lesson, as JSON; the id is a hash of them, so that nobody can change the words behind an id. */
export interface SentWords {
  project: string;
  id: string;
  text: string;
}

/** The most characters of the words of a lesson, printed. */
export const MOST_TEXT = 4_000;

/** A failure group on one machine: one row, in the month in which it was last seen. */
export interface SentSeen {
  /** A hash of the repository's address, or `*` for facts about tools, which hold in every project. */
  project: string;
  /** The fingerprint of the lesson. */
  key: string;
  /** The kind of machine or client for which it holds: `linux/bash`, `claude-code/2`; empty if it holds everywhere. */
  kind: string;
  machine: string;
  /** Year and month, such as 202611: the tables are partitioned by it. */
  month: number;
  words: string;
  /** `ready`: this machine tells it. `once`: it would, if it came up again. `over`: it no longer holds there. */
  state: string;
  /** The agents that were used, separated by commas. */
  agents: string;
  /** The version of hardwon that sent it. */
  sender: string;
  /** Zero once this machine no longer finds it. */
  occurrences: number;
  sessions: number;
  failed: number;
  succeeded: number;
  wasted_calls: number;
  wasted_minutes: number;
  /** Milliseconds since 1970. */
  first_at: number;
  last_at: number;
}

/** What came of showing a lesson, in one month on one machine. */
export interface SentOutcome {
  project: string;
  key: string;
  machine: string;
  month: number;
  shown: number;
  stopped: number;
  followed: number;
  helped: number;
  mistakes: number;
  false_alarms: number;
}

/** Sessions of the comparison with and without hooks, by their number of known failures. */
export interface SentArm {
  project: string;
  machine: string;
  month: number;
  arm: string;
  failures: number;
  sessions: number;
}

/** A decision of a person about a lesson. */
export interface SentDecision {
  project: string;
  key: string;
  /** `own`: for this person. `team`: an owner decided for everybody. */
  scope: string;
  /** `confirmed`, `rejected`, `promoted` or `withdrawn`. */
  verdict: string;
  at: number;
}

/** Rows that are sent together, in one transaction. */
export interface Parcel {
  words: readonly SentWords[];
  seen: readonly SentSeen[];
  outcomes: readonly SentOutcome[];
  arms: readonly SentArm[];
  decisions: readonly SentDecision[];
}

/** The progress of the server in reading logs. */
export interface Status {
  /** Changes whenever anything that the page shows changes. */
  version: number;
  /** Whether there is anything to show. */
  ready: boolean;
  /** Set while only part of the sessions or of the lessons is shown, because the rest is still being read. */
  partial?: true;
  /** While logs are read: bytes done and in total; then, in `mined`, projects done and in total. */
  reading?: { done: number; total: number; mined?: { done: number; total: number } };
  /** The reason why nothing could be read. */
  problem?: string;
  /** Whether requests that change something are refused. */
  readOnly: boolean;
  /** The version of hardwon. */
  hardwon: string;
  /** The time at which the data shown was read, ISO 8601. */
  at: string;
  /** Notices for the user. */
  notices: string[];
  /** The projects that have sessions. */
  projects: ProjectChoice[];
  /** The agents that have logs here. */
  agents: { name: string; title: string }[];
  /** The project that the server was started in. */
  here?: string;
}

/** A project to choose. */
export interface ProjectChoice {
  /** The id used in requests. */
  id: string;
  /** Its display name. */
  name: string;
  /** Its folder, shown as below `~` if it is. */
  root: string;
  /** Whether it exists on this machine and can be written to. */
  writable: boolean;
  /** Set for the user's own memory: lessons that hold in every project, without sessions. */
  own?: true;
  /** Set during the first reading, until all of its sessions are read and its lessons found. */
  unfinished?: true;
  /** Number of calls in its sessions. */
  calls: number;
  /** Number of those that failed. */
  failures: number;
  /** Number of sessions with calls. */
  sessions: number;
  /** Number of known lessons. */
  lessons: number;
  /** Number of files that `apply` would write. */
  changes: number;
}

/** An error of the API. */
export interface StatusProblem {
  /** A sentence about what went wrong. */
  error: string;
  /** A suggestion to resolve it. */
  hint?: string;
}

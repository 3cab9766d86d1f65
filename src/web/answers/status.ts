/** How far the server is with reading. */
export interface Status {
  /** Changes with everything that the page shows. */
  version: number;
  /** Whether there is something to show. */
  ready: boolean;
  /** Bytes of logs that are read and that there are, while it reads; then the projects that were gone through and that there are. */
  reading?: { done: number; total: number; mined?: { done: number; total: number } };
  /** Why nothing could be read. */
  problem?: string;
  /** Whether changes are refused. */
  readOnly: boolean;
  /** The version of hardwon. */
  hardwon: string;
  /** When what is shown was read, ISO 8601. */
  at: string;
  /** What the user should know. */
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
  /** By which it is asked for. */
  id: string;
  /** What people call it. */
  name: string;
  /** Below `~` where it is. */
  root: string;
  /** Whether it is on this machine and can be written to. */
  writable: boolean;
  /** It is the user's own memory: lessons that hold in every project, and no sessions. */
  own?: true;
  /** Calls in its sessions. */
  calls: number;
  /** Those that failed. */
  failures: number;
  /** Sessions with calls. */
  sessions: number;
  /** Lessons that are known of it. */
  lessons: number;
  /** Files that `apply` would write. */
  changes: number;
}

/** An error of the API. */
export interface StatusProblem {
  /** What went wrong, in a sentence. */
  error: string;
  /** What to do about it. */
  hint?: string;
}

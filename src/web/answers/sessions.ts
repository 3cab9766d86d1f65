/** Something that hooks said in a session, and what came of it. */
export interface ShownTelling {
  /** The id of the project. */
  project: string;
  /** The id of the lesson. */
  lesson: string;
  /** Its title; absent for one that is gone. */
  title?: string;
  /** How: `advice` (a note before the call), `denial` (it was stopped), `rewrite`, `known-issue` (after it had failed), `session-start`. */
  as: string;
  /** `prevented`, `helped`, `heeded`, `ignored`, `mistake`, `wrong` or `undone`; absent where nobody can tell. */
  came?: string;
  /** The call that it was said about; absent where it was said when the session started. */
  index?: number;
}

/** A call as the page shows it; texts are redacted and cut. */
export interface ShownCall {
  /** The agent's own id of it. */
  id: string;
  /** Its place among the calls of the session. */
  index: number;
  /** Whose call it is. */
  agent: string;
  /** The session that it is in. */
  session: string;
  /** The name of the tool, as the agent has it. */
  name: string;
  /** The same in one word for all agents: `shell`, `read`, `edit`. */
  tool: string;
  /** What was sent, as a person would read it. */
  input: string;
  /** What was answered. */
  output: string;
  /** Characters of the whole output. */
  outputLength: number;
  /** How it ended: `ok`, `failed`, `rejected`, `blocked`, `cancelled` or `unknown`. */
  outcome: string;
  /** When it was made, ISO 8601. */
  at: string;
  /** Milliseconds until its result came. */
  took?: number;
  /** Why it failed. */
  kind?: string;
  /** The line that says so. */
  diagnostic?: string;
  /** The index of the call that fixed it. */
  fixedBy?: number;
  /** The indexes of the failures that it fixed. */
  fixes?: number[];
  /** The lesson that its failure is evidence of. */
  lesson?: { project: string; id: string; title: string };
  /** What hooks said about it, and what came of that; absent where they said nothing. */
  told?: ShownTelling[];
  /** What the user said when they refused it. */
  said?: string;
  /** The subagent that made it. */
  thread?: string;
}

/** What a person wrote in a session. */
export interface ShownMessage {
  /** It stands before the call of this index. */
  index: number;
  /** When it was written, ISO 8601. */
  at: string;
  /** What it says. */
  text: string;
}

/** A part of a session around a failure and its fix. */
export interface Excerpt {
  /** Whose session it is. */
  agent: string;
  /** The id of the session. */
  session: string;
  /** When the failure was, ISO 8601. */
  at: string;
  /** The index of the failure; absent where the log is gone. */
  failed?: number;
  /** The index of the call that worked. */
  fix?: number;
  /** The calls from before the failure to its fix; of many the middle is left out. */
  calls: ShownCall[];
  /** What a person wrote between them. */
  messages: ShownMessage[];
  /** How the failed call and the one that worked differ, word by word. */
  difference?: { text: string; change: 'same' | 'removed' | 'added' }[];
}

/** A session in a list. */
export interface SessionRow {
  /** Whose session it is. */
  agent: string;
  /** The agent's own id of it. */
  session: string;
  /** The id of its project. */
  project: string;
  /** What people call the project. */
  projectName: string;
  /** What it is about, as the agent or the first message has it. */
  title?: string;
  /** The branch that it was on. */
  branch?: string;
  /** When its first call was, ISO 8601. */
  startedAt?: string;
  /** When its last call was, ISO 8601. */
  endedAt?: string;
  /** Calls in it. */
  calls: number;
  /** Those that failed. */
  failures: number;
}

/** `/api/sessions`. */
export interface Sessions {
  /** Sessions that match. */
  total: number;
  /** Where the first row stands among all. */
  offset: number;
  /** Those from `offset` on. */
  rows: SessionRow[];
}

/** A failure of a session in brief, or a call that taught something in another way. */
export interface SessionFailure {
  /** Its place among the calls of the session. */
  index: number;
  /** The name of the tool. */
  name: string;
  /** The first line of what was sent, cut where it is long. */
  input: string;
  /** How it ended: `ok` where only its lesson tells that something was wrong. */
  outcome: string;
  /** Why it failed or was refused. */
  kind?: string;
  /** Whether it is a finding about the code under work. */
  work: boolean;
  /** The index of the call that fixed it. */
  fixedBy?: number;
  /** That call in brief. */
  fix?: { name: string; input: string };
  /** The id of the lesson that it is evidence of. */
  lesson?: string;
  /** The title of that lesson. */
  title?: string;
}

/** `/api/sessions/:agent/:session`. */
export interface SessionDetail {
  /** The session in brief. */
  about: SessionRow;
  /** One letter for each call: `.` ok, `x` failed, `w` finding about the code, `r` refused, `-` other. */
  strip: string;
  /** Calls from `offset` on. */
  offset: number;
  /** The calls themselves. */
  calls: ShownCall[];
  /** What a person wrote between them. */
  messages: ShownMessage[];
  /** Every failure, and every other call that is evidence of a lesson, in their order. */
  failures: SessionFailure[];
  /** Everything that hooks said in it, in order. */
  told: ShownTelling[];
}

/** A call as the page shows it; texts are redacted and cut. */
export interface ShownCall {
  id: string;
  /** Its place among the calls of the session. */
  index: number;
  agent: string;
  session: string;
  name: string;
  tool: string;
  input: string;
  output: string;
  /** Characters of the whole output. */
  outputLength: number;
  outcome: string;
  at: string;
  /** Milliseconds until its result came. */
  took?: number;
  /** Why it failed. */
  kind?: string;
  diagnostic?: string;
  /** The index of the call that fixed it. */
  fixedBy?: number;
  /** The indexes of the failures that it fixed. */
  fixes?: number[];
  /** The lesson that its failure is evidence of. */
  lesson?: { project: string; id: string; title: string };
  /** What the user said when they refused it. */
  said?: string;
  thread?: string;
}

/** What a person wrote in a session. */
export interface ShownMessage {
  /** It stands before the call of this index. */
  index: number;
  at: string;
  text: string;
}

/** A part of a session around a failure and its fix. */
export interface Excerpt {
  agent: string;
  session: string;
  at: string;
  /** The indexes of the failure and of its fix; absent where the log is gone. */
  failed?: number;
  fix?: number;
  calls: ShownCall[];
  messages: ShownMessage[];
  /** How the failed call and the one that worked differ, word by word. */
  difference?: { text: string; change: 'same' | 'removed' | 'added' }[];
}

/** A session in a list. */
export interface SessionRow {
  agent: string;
  session: string;
  project: string;
  projectName: string;
  title?: string;
  branch?: string;
  startedAt?: string;
  endedAt?: string;
  calls: number;
  failures: number;
}

/** `/api/sessions`. */
export interface Sessions {
  total: number;
  offset: number;
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
  /** The index of the call that fixed it, and what that was. */
  fixedBy?: number;
  fix?: { name: string; input: string };
  /** The id and the title of the lesson that it is evidence of. */
  lesson?: string;
  title?: string;
}

/** `/api/sessions/:agent/:session`. */
export interface SessionDetail {
  about: SessionRow;
  /** One letter for each call: `.` ok, `x` failed, `w` finding about the code, `r` refused, `-` other. */
  strip: string;
  /** Calls from `offset` on. */
  offset: number;
  calls: ShownCall[];
  messages: ShownMessage[];
  /** Every failure, and every other call that is evidence of a lesson, in their order. */
  failures: SessionFailure[];
}

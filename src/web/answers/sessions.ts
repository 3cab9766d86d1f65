/** A lesson that hooks showed in a session, and its effect. */
export interface ShownTelling {
  /** The id of the project. */
  project: string;
  /** The id of the lesson. */
  lesson: string;
  /** Its title; absent for a lesson that no longer exists. */
  title?: string;
  /**
   * The form: `advice` (a note before the call), `denial` (it was stopped), `rewrite`, `known-issue` (after it had failed),
   * `session-start`.
   */
  as: string;
  /** `prevented`, `helped`, `heeded`, `ignored`, `mistake`, `wrong` or `undone`; absent if the effect is unknown. */
  came?: string;
  /** The index of the call that it was about; absent if it was shown at the start of the session. */
  index?: number;
}

/** A call as shown on the page; texts are redacted and cut. */
export interface ShownCall {
  /** The agent's own id of the call. */
  id: string;
  /** Its index among the calls of the session. */
  index: number;
  /** The agent that made the call. */
  agent: string;
  /** The session that it belongs to. */
  session: string;
  /** The name of the tool, as the agent calls it. */
  name: string;
  /** The kind of tool in one word, the same for all agents: `shell`, `read`, `edit`. */
  tool: string;
  /** The input, in readable form. */
  input: string;
  /** For an edit: the lines that it removed and added, in order. */
  edit?: { change: 'removed' | 'added' | 'gap'; text: string }[];
  /** The output. */
  output: string;
  /** Length of the whole output in characters. */
  outputLength: number;
  /** The outcome: `ok`, `failed`, `rejected`, `blocked`, `cancelled` or `unknown`. */
  outcome: string;
  /** The time of the call, ISO 8601. */
  at: string;
  /** Milliseconds until its result arrived. */
  took?: number;
  /** The reason for its failure. */
  kind?: string;
  /** The line of output that shows the reason. */
  diagnostic?: string;
  /** The index of the call that fixed it. */
  fixedBy?: number;
  /** The indexes of the failures that this call fixed. */
  fixes?: number[];
  /** The lesson for which its failure is evidence. */
  lesson?: { project: string; id: string; title: string };
  /** The lessons that hooks showed about it, and their effect; absent if there were none. */
  told?: ShownTelling[];
  /** The words with which the user refused it. */
  said?: string;
  /** The subagent that made it. */
  thread?: string;
}

/** A message of a person in a session. */
export interface ShownMessage {
  /** The index of the call that follows it. */
  index: number;
  /** The time of the message, ISO 8601. */
  at: string;
  /** Its text. */
  text: string;
}

/** A part of a session around a failure and its fix. */
export interface Excerpt {
  /** The agent of the session. */
  agent: string;
  /** The id of the session. */
  session: string;
  /** The time of the failure, ISO 8601. */
  at: string;
  /** The index of the failure; absent if the log no longer exists. */
  failed?: number;
  /** The index of the call that succeeded. */
  fix?: number;
  /** The calls from before the failure to its fix; the middle of a long list is left out. */
  calls: ShownCall[];
  /** The messages of a person between them. */
  messages: ShownMessage[];
  /** The differences between the failed call and the successful one, word by word. */
  difference?: { text: string; change: 'same' | 'removed' | 'added' }[];
}

/** A session in a list. */
export interface SessionRow {
  /** The agent of the session. */
  agent: string;
  /** The agent's own id of the session. */
  session: string;
  /** The id of its project. */
  project: string;
  /** The display name of the project. */
  projectName: string;
  /** Its subject, as given by the agent or the first message. */
  title?: string;
  /** The git branch. */
  branch?: string;
  /** The time of its first call, ISO 8601. */
  startedAt?: string;
  /** The time of its last call, ISO 8601. */
  endedAt?: string;
  /** Number of calls in it. */
  calls: number;
  /** Number of those that failed. */
  failures: number;
  /** Set if the row stands for several sessions with the same title: their number, with all of their calls and failures. */
  group?: { sessions: number; calls: number; failures: number };
}

/** `/api/sessions`. */
export interface Sessions {
  /** Number of rows that match: of sessions, or of groups. */
  total: number;
  /** Number of sessions that match. */
  sessions: number;
  /** Position of the first row among all that match. */
  offset: number;
  /** The rows from `offset` on. */
  rows: SessionRow[];
}

/** `/api/sessions/:agent/:session/strip`. */
export interface SessionStrip {
  /** As in `SessionDetail`; if several calls share a letter, it is the worst of them. */
  strip: string;
}

/** A summary of a failure in a session, or of a call that taught a lesson in another way. */
export interface SessionFailure {
  /** Its index among the calls of the session. */
  index: number;
  /** The name of the tool. */
  name: string;
  /** The first line of the input, cut if it is long. */
  input: string;
  /** The outcome: `ok` if only its lesson shows that something was wrong. */
  outcome: string;
  /** The reason why it failed or was refused. */
  kind?: string;
  /** Whether it is a finding about the code under work. */
  work: boolean;
  /** The index of the call that fixed it. */
  fixedBy?: number;
  /** A summary of that call. */
  fix?: { name: string; input: string };
  /** The id of the lesson for which it is evidence. */
  lesson?: string;
  /** The title of that lesson. */
  title?: string;
}

/** `/api/sessions/:agent/:session`. */
export interface SessionDetail {
  /** A summary of the session. */
  about: SessionRow;
  /** One letter per call: `.` ok, `x` failed, `w` finding about the code, `r` refused, `-` other. */
  strip: string;
  /** The index of the first call in `calls`. */
  offset: number;
  /** The calls themselves. */
  calls: ShownCall[];
  /** The messages of a person between them. */
  messages: ShownMessage[];
  /** Every failure, and every other call that is evidence for a lesson, in order. */
  failures: SessionFailure[];
  /** Every lesson that hooks showed in it, in order. */
  told: ShownTelling[];
}

/** A failed call in a list. */
export interface FailedCall {
  /** The agent that made the call. */
  agent: string;
  /** The session that it belongs to. */
  session: string;
  /** The id of the project. */
  project: string;
  /** The display name of the project. */
  projectName: string;
  /** Its index among the calls of the session. */
  index: number;
  /** The time of the call, ISO 8601. */
  at: string;
  /** The name of the tool. */
  name: string;
  /** The first line of the input, cut if it is long. */
  input: string;
  /** The outcome. */
  outcome: string;
  /** The reason for its failure. */
  kind?: string;
  /** The line of output that shows the reason, cut if it is long. */
  diagnostic?: string;
  /** Whether a later call of the session is known to have fixed it. */
  isFixed: boolean;
  /** The lesson for which it is evidence. */
  lesson?: { project: string; id: string; title: string };
  /** The title of the lesson that a backtest would have shown in time. */
  inTime?: string;
}

/** `/api/calls`. */
export interface FailedCalls {
  /** Number of calls that match. */
  total: number;
  /** Position of the first row among all that match. */
  offset: number;
  /** The rows from `offset` on, the latest sessions first. */
  rows: FailedCall[];
}

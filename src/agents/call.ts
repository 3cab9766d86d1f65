/** The purpose of a tool, regardless of the name its agent gives it. */
export type ToolKind = 'shell' | 'read' | 'edit' | 'write' | 'search' | 'list' | 'web' | 'mcp' | 'task' | 'other';

/**
 * The outcome of a call.
 *
 * `rejected`: the user said no. `blocked`: a hook or a permission rule said no. `cancelled`: it never ran or was interrupted,
 * often because a sibling failed. `unknown`: the log has no result for it, or one that does not show how a command ended: `ok` is
 * only used if the client itself says so.
 */
export type Outcome = 'ok' | 'failed' | 'rejected' | 'blocked' | 'cancelled' | 'unknown';

/** The arguments of a call that lessons are made of; all other input is dropped when the log is read. */
export interface CallInput {
  /** Shell: the command as the agent sent it. */
  command?: string;
  /** Shell: the requested timeout, in milliseconds. */
  timeoutMs?: number;
  /** Shell: whether it was started in the background. */
  background?: boolean;
  /** File tools and searches: the path as the agent sent it. */
  path?: string;
  /** Searches: the pattern. */
  pattern?: string;
  /** Searches: the file filter. */
  glob?: string;
  /** Reads: first line and number of lines. */
  offset?: number;
  limit?: number;
  /** Edits: the text to be replaced and its replacement, each cut to a few hundred characters. */
  oldText?: string;
  newText?: string;
  replaceAll?: boolean;
  /** Web: the URL. */
  url?: string;
  /** Every other argument that is a short string, number or boolean, by name. */
  rest?: Record<string, string | number | boolean>;
}

/** One tool call of one session. */
export interface Call {
  /** The agent's own id for the call: unique, and the same in forks and resumed copies of a session. */
  id: string;
  agent: string;
  session: string;
  /** The subagent that made the call; absent in the main conversation. */
  thread?: string;
  /**
   * Order within the session: calls and messages share one counter. A reader gives the order within its file; the index does the
   * counting.
   */
  seq: number;
  tool: ToolKind;
  /** The agent's name for the tool: `Bash`, `exec_command`, `mcp__github__get_issue`. */
  name: string;
  input: CallInput;
  outcome: Outcome;
  /** The exit code, if the log has one. */
  exitCode?: number;
  /**
   * The answer of the tool, redacted; head and tail if it is long. Empty for the content of files that were read or written; for
   * a changed file it may hold what a hook said about the change.
   */
  output: string;
  /** Length of the whole answer in characters; 0 for the content of files. */
  outputLength: number;
  /** Milliseconds since 1970: when the call was sent and when its result arrived. */
  at: number;
  endedAt?: number;
  /** The agent's working directory. */
  cwd?: string;
  branch?: string;
  /** Rejected or interrupted calls: the user's next words. */
  said?: string;
  /** Calls that were sent in one turn share this. */
  turn?: string;
  /** Set on the first call after the conversation was compacted: the agent no longer has what it had read. */
  compacted?: true;
  /** Reads: number of lines of the whole file, if the log has it. */
  fileLines?: number;
  /**
   * Set while a later line of the log may still change the call: `result`, `reply` (the user's words), `hook` (a hook's comment
   * on it) or `task <id>` (a background task).
   */
  waiting?: string;
  /** The position of the call in its log, so that its whole text can be shown again. */
  source?: CallSource;
}

/** Byte offsets of the lines of a log that a call was read from. */
export interface CallSource {
  /** The line that sent it. */
  call: number;
  /** The line that holds its result. */
  result?: number;
}

/** Text that a person typed into a session, or that an agent wrote; tool results, reminders and summaries are not messages. */
export interface Message {
  session: string;
  /** Set if an agent wrote it: the subagent, or '' for the main conversation. */
  thread?: string;
  seq: number;
  at: number;
  /** Redacted, cut to 2,000 characters; that of an agent to 1,000. */
  text: string;
  /** The agent's own id for the message, if it has one: the same in forks and resumed copies of a session. */
  id?: string;
}

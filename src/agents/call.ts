/** What a tool does, whatever its agent calls it. */
export type ToolKind = 'shell' | 'read' | 'edit' | 'write' | 'search' | 'list' | 'web' | 'mcp' | 'task' | 'other';

/**
 * How a call ended.
 *
 * `rejected`: the user said no. `blocked`: a hook or a permission rule said no. `cancelled`: it never ran or was interrupted, often
 * because a sibling failed. `unknown`: the log has no result for it, or one that does not tell how a command ended: `ok` is for what the
 * client itself says.
 */
export type Outcome = 'ok' | 'failed' | 'rejected' | 'blocked' | 'cancelled' | 'unknown';

/** The arguments of a call that lessons are made of; everything else of the input is dropped when the log is read. */
export interface CallInput {
  /** Shell: the command as the agent sent it. */
  command?: string;
  /** Shell: the time limit asked for, in milliseconds. */
  timeoutMs?: number;
  /** Shell: started in the background. */
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
  /** Web: the address. */
  url?: string;
  /** Every other argument that is a short string, number or boolean, by name. */
  rest?: Record<string, string | number | boolean>;
}

/** One tool call of one session. */
export interface Call {
  /** The agent's own id of the call: unique, and the same in forks and resumes of a session. */
  id: string;
  agent: string;
  session: string;
  /** The subagent that made the call; absent in the main conversation. */
  thread?: string;
  /** Order within the session: calls and messages share one count. A reader gives the order within its file; the index counts. */
  seq: number;
  tool: ToolKind;
  /** The agent's name for the tool: `Bash`, `exec_command`, `mcp__github__get_issue`. */
  name: string;
  input: CallInput;
  outcome: Outcome;
  /** The exit code where the log tells one. */
  exitCode?: number;
  /** What the tool answered, redacted; head and tail where it is long. Empty for the content of files that were read or written; a change of a file may have what a hook said of it. */
  output: string;
  /** Characters of the whole answer; 0 for the content of files. */
  outputLength: number;
  /** Milliseconds since 1970: when the call was sent and when its result came. */
  at: number;
  endedAt?: number;
  /** The directory the agent was in. */
  cwd?: string;
  branch?: string;
  /** Rejected or interrupted calls: what the user said next. */
  said?: string;
  /** Calls that were sent in one turn share this. */
  turn?: string;
  /** The first call after the conversation was compacted: the agent no longer has what it had read. */
  compacted?: true;
  /** Reads: lines of the whole file, where the log tells. */
  fileLines?: number;
  /**
   * Set while a later line of the log may still change the call: `result`, `reply` (the user's words), `hook` (what one says of it) or
   * `task <id>` (a background task).
   */
  waiting?: string;
  /** Where in its log the call is, so that its whole text can be shown again. */
  source?: CallSource;
}

/** Byte offsets of the lines of a log that a call was read from. */
export interface CallSource {
  /** The line that sent it. */
  call: number;
  /** The line that brought its result. */
  result?: number;
}

/** What a person typed into a session; tool results, reminders and summaries are not messages. */
export interface Message {
  session: string;
  seq: number;
  at: number;
  /** Redacted, cut to 2,000 characters. */
  text: string;
  /** The agent's own id of the message, where it has one: the same in forks and resumes of a session. */
  id?: string;
}

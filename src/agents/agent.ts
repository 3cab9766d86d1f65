import type { Call, Message } from './call.ts';

/** Where to look for an agent's files: environment and home folder, so that tests and `--claude-dir` can move them. */
export interface Places {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Folders named on the command line, by agent name. */
  folders?: Readonly<Record<string, string | undefined>>;
}

/** One log file on disk. */
export interface LogFile {
  agent: string;
  path: string;
  /** The session its calls belong to, as far as the file's name and folder tell. */
  session: string;
  size: number;
  mtimeMs: number;
  /** Identity on disk: another number under the same path means the file was replaced. */
  inode: number;
}

/** A line that could not be read. Never fatal: counted, and shown by --verbose. */
export interface BadLine {
  line: number;
  offset: number;
  reason: string;
}

/** What a reader learned about a session besides its calls. */
export interface SessionFacts {
  session: string;
  cwds: string[];
  branch?: string;
  version?: string;
  title?: string;
  /** Git remotes that the log shows for the session's folder, e.g. `github.com/owner/repo`. */
  remotes: string[];
  startedAt?: number;
  endedAt?: number;
}

/** What one read of one file gave. */
export interface ReadResult {
  calls: Call[];
  messages: Message[];
  /** Facts about the sessions that the file holds: one, or more where a log was forked. */
  sessions: SessionFacts[];
  bad: BadLine[];
  /** Where the next read starts: after the last whole line. */
  offset: number;
  lines: number;
}

/** Everything that is known of one coding agent. One folder under `agents/` implements it. */
export interface Agent {
  /** Stable name used in commands, files and lessons: `claude-code`. */
  name: string;
  /** Name for people: `Claude Code`. */
  title: string;
  /** The folder its logs are in, whether or not it exists. */
  root(places: Places): string;
  /** Its log files, newest last. */
  discover(places: Places): Promise<LogFile[]>;
  /** Reads the bytes from `from` to the end of the last whole line. `open` are calls of earlier reads whose result has not come yet. */
  read(file: LogFile, from: number, open: readonly Call[]): Promise<ReadResult>;
}

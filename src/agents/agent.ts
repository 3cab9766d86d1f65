import type { AgentDoctor } from './agent-doctor.ts';
import type { Call, Message } from './call.ts';
import type { AgentContext, ContextPlaces } from './context.ts';
import type { Headless } from './headless.ts';
import type { HookInstaller } from './hook-installer.ts';
import type { HookScripts } from './hook-scripts.ts';
import type { LiveClient } from './live-client.ts';

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
  /** The folder the session began in, where an earlier read of the file told. */
  home?: string;
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
  /** The working directories in order; the first is where it was started. */
  cwds: string[];
  /** SHA-256 of the folder it was started in, where the log has no more: one that other sessions name may be it. */
  folderHash?: string;
  /** The last branch the log names, and all of them. */
  branch?: string;
  branches?: string[];
  version?: string;
  title?: string;
  /** Git remotes that the log shows for the session's folder, e.g. `github.com/owner/repo`. */
  remotes: string[];
  startedAt?: number;
  endedAt?: number;
}

/** Calls and messages that are finished before the file is. */
export interface ReadPart {
  calls: Call[];
  messages: Message[];
}

/** What one read of one file gave. Texts are not yet redacted: whoever stores or shows them does that first. */
export interface ReadResult extends ReadPart {
  /** Facts about the sessions that the file holds: one, or more where a log was forked. */
  sessions: SessionFacts[];
  /** Lines are counted from the first one of this read. */
  bad: BadLine[];
  /** Where the next read starts: after the last whole line. */
  offset: number;
  lines: number;
  /** Why the file could not be opened or read on; what came before it is in the result. */
  unreadable?: string;
}

/** The whole text of a call, as the log has it. */
export interface CallText {
  /** The arguments as JSON, indented. */
  input: string;
  output: string;
}

/** Where hooks of an agent are declared: a settings file, or a folder that it loads plugins from. */
export interface HookPlace {
  /** Absolute; it need not be there. */
  path: string;
  /** `json` with or without comments, `toml`, or a folder whose files are the plugins. */
  form: 'json' | 'toml' | 'folder';
}

/** What is known of one coding agent. One folder under `agents/` implements it, or an adapter of another package. */
export interface Agent {
  /** Stable name used in commands, files and lessons: `claude-code`. */
  name: string;
  /** Name for people: `Claude Code`. */
  title: string;
  /** Raised when the reader gives other results for the same bytes: the index then reads the logs again. 0 where absent. */
  version?: number;
  /** What its logs cannot tell, and what that means, in words that follow its title and a colon. */
  caveat?: string;
  /** The folder its logs are in, whether or not it exists. */
  root(places: Places): string;
  /** Its log files, newest last. What cannot be looked into is handed to `skip` and left out. */
  discover(places: Places, skip?: (path: string, reason: string) => void): Promise<LogFile[]>;
  /**
   * Reads the bytes from `from` to the end of the last whole line. `open` are calls of earlier reads that still wait for something; they
   * are in the result again if it came. With `take`, calls and messages are handed over as they are finished and are not in the result,
   * so that a log of any length is never held whole.
   */
  read(file: LogFile, from: number, open: readonly Call[], take?: (part: ReadPart) => void | Promise<void>): Promise<ReadResult>;
  /** Reads one call again in full, not redacted; nothing if the log no longer has it. */
  recall?(path: string, call: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined>;
  /** Environment variables that move its folder or add to it, as the agent itself reads them: `CLAUDE_CONFIG_DIR`. */
  variables?: readonly string[];
  /** Files it reads before it works, as people name them: `CLAUDE.md`, `~/.codex/AGENTS.md`. */
  reads?: readonly string[];
  /** How `hardwon install` puts hooks into its settings, and takes them out again. */
  hooks?: HookInstaller;
  /** Where its hooks are declared, for the user and for a project; the files of `hooks` where absent. */
  hookPlaces?(places: Places, project?: string): HookPlace[];
  /** Those files in detail: which of them is made, and which hides another. `reads` where absent, and without it AGENTS.md. */
  context?(places: ContextPlaces): Promise<AgentContext>;
}

/** Settings in which an agent is told which MCP servers to start: JSON with or without comments, or TOML by their ending. */
export interface ServerFiles {
  /** The user's own, absolute. */
  user?(places: Places): string;
  /** Those of a project, from its root. */
  project: readonly string[];
}

/** An agent of this repository: of one in an adapter, hooks and the learning loop know what an `Agent` says. Every member is optional. */
export interface BuiltInAgent extends Agent {
  /** Other names that people and older files use for it: `claude`. Taken where a name comes in, and never given out. */
  aliases?: readonly string[];
  /** How its client speaks with hooks. It stands in `live-registry.ts`, too, which is all that the hook loads. As Claude Code where absent. */
  live?: LiveClient;
  /** How the learning loop runs it, where it can be run without a person. */
  headless?: Headless;
  /** Folders in which it keeps its own records and caches, from the home folder, with `/`: no fact of a project is in them. */
  ownFolders?: readonly string[];
  /** Where it is told which MCP servers to start. */
  serverFiles?: ServerFiles;
  /** What `hardwon doctor` looks at for this agent alone. */
  doctor?(): Promise<AgentDoctor>;
  /** How a script that a lesson was promoted to becomes a hook of it. */
  hookScripts?(): Promise<HookScripts>;
}

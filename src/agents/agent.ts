import type { UserHome } from '../shared/surroundings.ts';
import type { AgentDoctor } from './agent-doctor.ts';
import type { Call, Message } from './call.ts';
import type { AgentContext, ContextPlaces } from './context.ts';
import type { Headless } from './headless.ts';
import type { HookInstaller } from './hook-installer.ts';
import type { HookScripts } from './hook-scripts.ts';
import type { LiveClient } from './live-client.ts';

/** The environment and home folder in which an agent's files are looked for, so that tests and `--claude-dir` can move them. */
export interface Places extends UserHome {
  /** Folders given on the command line, by agent name. */
  folders?: Readonly<Record<string, string | undefined>>;
}

/** One log file on disk. */
export interface LogFile {
  agent: string;
  path: string;
  /** The session its calls belong to, as far as the file's name and folder show it. */
  session: string;
  size: number;
  mtimeMs: number;
  /** Identity on disk: a different number at the same path means the file was replaced. */
  inode: number;
  /** The folder the session began in, if an earlier read of the file found it. */
  home?: string;
}

/** A line that could not be read. Never fatal: counted, and shown by --verbose. */
export interface BadLine {
  line: number;
  offset: number;
  reason: string;
}

/** Facts that a reader learned about a session, apart from its calls. */
export interface SessionFacts {
  session: string;
  /** The working directories in order; the first is where it was started. */
  cwds: string[];
  /**
   * SHA-256 of the folder it was started in, if the log has no more than that: a folder that other sessions name may match it.
   */
  folderHash?: string;
  /** The last branch that the log names, and all of them. */
  branch?: string;
  branches?: string[];
  version?: string;
  title?: string;
  /** Git remotes that the log shows for the session's folder, e.g. `github.com/owner/repo`. */
  remotes: string[];
  startedAt?: number;
  endedAt?: number;
}

/** Calls and messages that are complete before the end of the file is read. */
export interface ReadPart {
  calls: Call[];
  messages: Message[];
}

/** The result of reading one file once. Texts are not yet redacted: the caller does that before it stores or shows them. */
export interface ReadResult extends ReadPart {
  /** Facts about the sessions in the file: one, or several if a log was forked. */
  sessions: SessionFacts[];
  /** Lines are counted from the first line of this read. */
  bad: BadLine[];
  /** The position where the next read starts: after the last complete line. */
  offset: number;
  lines: number;
  /** Why the file could not be opened or read further; the result holds what was read before that. */
  unreadable?: string;
}

/** The whole text of a call, as it is in the log. */
export interface CallText {
  /** The arguments as JSON, indented. */
  input: string;
  output: string;
}

/** A place where hooks of an agent are declared: a settings file, or a folder that it loads plugins from. */
export interface HookPlace {
  /** Absolute; it need not exist. */
  path: string;
  /** `json` with or without comments, `toml`, or a folder whose files are plugins. */
  form: 'json' | 'toml' | 'folder';
}

/** The description of one coding agent, implemented by a folder under `agents/` or by an adapter in another package. */
export interface Agent {
  /** Stable name used in commands, files and lessons: `claude-code`. */
  name: string;
  /** Name for people: `Claude Code`. */
  title: string;
  /** Raised when the reader returns different results for the same bytes: the index then reads the logs again. Default 0. */
  version?: number;
  /** Limits of its logs, and their consequences, in words that follow its title and a colon. */
  caveat?: string;
  /** The folder its logs are in, whether or not it exists. */
  root(places: Places): string;
  /** Finds its log files, newest last. Files and folders that cannot be read are passed to `skip` and left out. */
  discover(places: Places, skip?: (path: string, reason: string) => void): Promise<LogFile[]>;
  /**
   * Reads the bytes from `from` to the end of the last complete line. `open` are calls of earlier reads that are still waiting
   * for something; the result holds them again if it arrived. With `take`, calls and messages are passed on as soon as they are
   * complete and are not in the result, so that a log of any length is never held in memory as a whole.
   */
  read(
    file: LogFile,
    from: number,
    open: readonly Call[],
    take?: (part: ReadPart) => void | Promise<void>,
  ): Promise<ReadResult>;
  /** Reads one call again in full, not redacted; returns undefined if the log no longer has it. */
  recall?(path: string, call: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined>;
  /** Environment variables that move its folder or add to it, as the agent itself reads them: `CLAUDE_CONFIG_DIR`. */
  variables?: readonly string[];
  /** Files it reads before it starts work, by the names people use: `CLAUDE.md`, `~/.codex/AGENTS.md`. */
  reads?: readonly string[];
  /** Adds hooks to its settings for `hardwon install`, and removes them again. */
  hooks?: HookInstaller;
  /** Returns where its hooks are declared, for the user and for a project. Default: the files of `hooks`. */
  hookPlaces?(places: Places, project?: string): HookPlace[];
  /**
   * Describes those files in detail: which of them is created, and which hides another. Default: `reads`, and without it
   * AGENTS.md.
   */
  context?(places: ContextPlaces): Promise<AgentContext>;
}

/** Settings files that list the MCP servers an agent starts: JSON with or without comments, or TOML, by extension. */
interface ServerFiles {
  /** Returns the absolute path of the user's own file. */
  user?(places: Places): string;
  /** Files of a project, relative to its root. */
  project: readonly string[];
}

/** A folder of a project that is full of files with rules. */
interface RuleFolder {
  /** From the root of the project: `.cursor/rules`. */
  folder: string;
  /** How the names of the files end, in lower case. */
  endings: readonly string[];
}

/**
 * An agent of this repository. For an agent of an adapter, hooks and the learning loop know only the members of `Agent`. Every
 * member is optional.
 */
export interface BuiltInAgent extends Agent {
  /** Other names that people and older files use for it: `claude`. Accepted as input, never written. */
  aliases?: readonly string[];
  /**
   * Describes how its client talks to hooks. Also listed in `live-registry.ts`, which is all that the hook loads. Default: as
   * Claude Code.
   */
  live?: LiveClient;
  /** Describes how the learning loop runs it, if it can run unattended. */
  headless?: Headless;
  /** Folders with its own records and caches, relative to the home folder, with `/`: they contain no facts about a project. */
  ownFolders?: readonly string[];
  /** Files of a project in which it looks for rules, from the root; those that another agent names need not be said again. */
  instructionFiles?: readonly string[];
  /** Folders of a project in which it looks for files with rules. */
  ruleFolders?: readonly RuleFolder[];
  /** Folders of a project from which it reads skills. The first is one that other agents read, too, if there is such a folder. */
  skillFolders?: readonly [shared: string, ...others: string[]];
  /** The settings files that list the MCP servers it starts. */
  serverFiles?: ServerFiles;
  /** Loads the checks that `hardwon doctor` runs for this agent only. */
  doctor?(): Promise<AgentDoctor>;
  /** Loads the code that turns a script, made from a promoted lesson, into a hook of this agent. */
  hookScripts?(): Promise<HookScripts>;
}

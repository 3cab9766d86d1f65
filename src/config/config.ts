import type { LoopConfigFile } from './loop-config.ts';

/**
 * The keys of a configuration file. A new key needs a line here and one in `schema.ts`; the compiler keeps the two consistent.
 */
export interface ConfigFile extends LoopConfigFile {
  /** The address of the schema, for editors. */
  $schema?: string;
  /** Folders that belong to one project although neither disk nor logs show it: name, then globs. */
  projects?: Record<string, string[]>;
  /** Upper bound for the tokens of lessons over all context files together. */
  budget?: number;
  /** The lowest confidence at which a lesson is delivered. */
  minConfidence?: 'low' | 'medium' | 'high';
  /** Agents whose logs are read, by name; defaults to all that are found. */
  agents?: string[];
  /** Exceptions from the redaction of secrets. */
  redaction?: {
    /** Texts that look like secrets but are not, such as keys of test fixtures. */
    allow?: string[];
  };
  /** Claude Code's folder, if it is not ~/.claude. */
  claudeDir?: string;
  /** Folders of agents, or of their exports, by the name of the agent. */
  agentDirs?: Record<string, string>;
  /**
   * Files that get the lessons for everybody, in addition to those of the agents; in a project's file they must be inside the
   * project.
   */
  targets?: string[];
  /** Readers for other agents: paths of modules, or names of packages. They are programs, so a project's need `trust`. */
  adapters?: string[];
  /** Remedies for failures, by name. They are programs, so a project's need `trust`. */
  remedies?: Record<string, RemedyConfig>;
  /** The remedies enabled for each tool, by the name of the tool. */
  heal?: Record<string, HealConfig>;
  /** Commands that agents may run through the MCP server, by name. They are programs, so a project's need `trust`. */
  tools?: Record<string, ToolConfig>;
  /** Folders whose configuration applies in full. Only allowed in the user's own file. */
  trust?: string[];
  /** The behaviour of hooks while an agent works. */
  live?: LiveConfig;
  /** The team with which lessons are shared. It receives data, so a project's needs `trust`. */
  team?: TeamConfig;
}

/** The team with which lessons are shared. */
export interface TeamConfig {
  /** The address of its database: `postgres://user@host/database`. */
  url?: string;
  /** The number of people who have to find a lesson before everybody is told; defaults to 2. */
  people?: number;
}

/** The action of hooks on a call that failed before, for one lesson. */
export type LessonMode =
  /** Hooks never show it. */
  | 'off'
  /** It is shown at the start of a session and after a failure, never before a call. */
  | 'note'
  /** It is shown before a call. */
  | 'warn'
  /** The first such call of a session is stopped; sent again, it passes. */
  | 'stop'
  /** Every such call is stopped. */
  | 'deny'
  /** The successful form is sent instead. */
  | 'rewrite';

/**
 * The action for all lessons. `auto` stops calls for lessons that have proven themselves and warns about the others; `off`
 * silences hooks altogether.
 */
export type LiveMode = 'auto' | Extract<LessonMode, 'off' | 'note' | 'warn' | 'stop'>;

/** The behaviour of hooks while an agent works. A project's file can make them quieter than the user's, not louder. */
export interface LiveConfig {
  /** The strongest action on a call that failed before; see `LiveMode`. */
  mode?: LiveMode;
  /** The action for single lessons, by id: `L-012`, or `harbour/L-012` for that of one project. */
  lessons?: Record<string, LessonMode>;
  /** Whether to show lessons that are in no context file when a session starts. */
  sessionStart?: boolean;
  /** Whether to show known issues when a call has failed. */
  failures?: boolean;
  /** Whether to keep a journal of the lessons shown. */
  journal?: boolean;
  /**
   * The action at the end of a turn: nothing, note that the session may hold lessons, or have the agent ask you which ones to
   * keep.
   */
  stop?: 'off' | 'candidates' | 'ask';
  /**
   * The share of sessions, drawn at random, that gets no lessons, so that the others can be compared with it. Only allowed in the
   * user's own file.
   */
  holdout?: number;
}

/** A command that heals a class of failures. */
export interface RemedyConfig {
  /** Words that are run as they are, or a single string for the shell. */
  run: string | string[];
  /** The classes of failures that it heals. */
  heals: ('network' | 'auth' | 'service' | 'registry')[];
  /** Timeout in seconds; defaults to 60. */
  timeout?: number;
  /** Seconds after a run in which it is not run again for the same target; defaults to 60. */
  cooldown?: number;
  /** The values it needs from the call, by name: `{cluster}` in its words, `$REMEDY_CLUSTER` for a shell. */
  parameters?: Record<string, RemedyParameter>;
}

/** The source of a remedy's value. */
interface RemedyParameter {
  /** Arguments of the call, or options of the command, that contain it; the first one present is used. */
  from?: string[];
  /** Translations of values in the call. */
  map?: Record<string, string>;
  /** The value if the call does not contain it. */
  default?: string;
}

/** A command that agents may run through the MCP server. */
export interface ToolConfig {
  /** Words that are run as they are, or a single string for the shell. */
  run: string | string[];
  /** Its purpose, for agents. */
  about?: string;
  /** Whether agents may add words, or which ones; defaults to none. Not allowed with a string for the shell. */
  arguments?: boolean | string[];
  /** Timeout in seconds; defaults to 120. */
  timeout?: number;
}

/** The healing of failures of one tool. */
export interface HealConfig {
  /** A predefined selection of failures to heal. */
  preset?: string;
  /** Names of remedies, the preferred one first; `wait` is built in. */
  with?: string[];
  /** Number of retries of the command after a remedy; defaults to 1. */
  retries?: number;
  /** Seconds before the first retry; defaults to 0.5. */
  backoff?: number;
  /** Values passed to remedies for this tool, whatever a call contains. */
  parameters?: Record<string, string>;
}

/** The settings in effect: from the files, the project's over the user's, with every path and glob absolute. */
export interface Config extends Omit<ConfigFile, 'adapters' | 'remedies' | 'tools' | 'trust'> {
  projects: Record<string, string[]>;
  redaction: { allow: string[] };
}

/** Settings and their sources. */
export interface LoadedConfig {
  config: Config;
  /** The user's own file alone, for what no project may have a say in; empty if there is none. */
  own: ConfigFile;
  /** The files that were read, in ascending order of precedence. */
  files: string[];
  /** Adapters that may be loaded: the user's own, then those of a project that the user trusts. Absent if there are none. */
  adapters?: AdapterSource[];
  /** Remedies that may be run, by the same rule. Absent if there are none. */
  remedies?: Record<string, RemedyConfig>;
  /** Tools that agents may run, by the same rule. Absent if there are none. */
  tools?: Record<string, ToolConfig>;
  /** Folders that the user trusts. Absent if there are none. */
  trusted?: string[];
  /** The folder of the trusted project whose file names the team. Absent if the user did. */
  teamOf?: string;
  /** The settings of a project's file that are ignored. Absent if there are none. */
  ignored?: IgnoredSettings;
}

/** Settings of a project's file that are ignored, because only the user may decide on them. */
export interface IgnoredSettings {
  /** The project's file. */
  file: string;
  /** The user's own file, in which the project can be trusted. */
  userFile: string;
  /** Keys that would apply if the user trusted the project. */
  untrusted: string[];
  /** Keys that apply only in the user's own file. */
  userOnly: string[];
}

/** A module named in a configuration. */
export interface AdapterSource {
  /** The name as written there: `./tools/lantern.mjs`, `hardwon-agent-lantern`. */
  name: string;
  /** The folder of that file, against which relative paths and packages are resolved. */
  folder: string;
}

/** The possible names of a configuration file, only one of which may exist in a folder. */
export const CONFIG_FILE_NAMES = ['hardwon.config.json', 'hardwon.config.yaml', 'hardwon.config.yml'] as const;

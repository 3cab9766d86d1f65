import type { LoopConfigFile } from './loop-config.ts';

/** What a configuration file may say. A new key is a line here and one in `schema.ts`; the compiler holds the two together. */
export interface ConfigFile extends LoopConfigFile {
  /** Where editors find the schema. */
  $schema?: string;
  /** Folders that belong to one project though neither disk nor logs show it: name, then globs. */
  projects?: Record<string, string[]>;
  /** The most tokens that lessons may take over all context files together. */
  budget?: number;
  /** The lowest confidence at which a lesson is delivered. */
  minConfidence?: 'low' | 'medium' | 'high';
  /** Agents whose logs are read, by name; all that are found where absent. */
  agents?: string[];
  /** What the redaction of secrets leaves alone. */
  redaction?: {
    /** Texts that look like secrets and are none, such as keys of test fixtures. */
    allow?: string[];
  };
  /** Claude Code's folder, where it is not ~/.claude. */
  claudeDir?: string;
  /** Folders of agents, or of their exports, by the name of the agent. */
  agentDirs?: Record<string, string>;
  /** Files besides those of the agents that get what is for everybody; in a project's file they must lie below it. */
  targets?: string[];
  /** Readers of other agents: paths of modules, or names of packages. They are programs, so a project's need `trust`. */
  adapters?: string[];
  /** What heals failures, by name. They are programs, so a project's need `trust`. */
  remedies?: Record<string, RemedyConfig>;
  /** Which remedies are opted into for which tools, by the name of the tool. */
  heal?: Record<string, HealConfig>;
  /** Commands that agents may run through the MCP server, by name. They are programs, so a project's need `trust`. */
  tools?: Record<string, ToolConfig>;
  /** Folders whose configuration counts in full. Counts in the user's own file only. */
  trust?: string[];
  /** What hooks say while an agent works. */
  live?: LiveConfig;
}

/** What is done about a call that failed before, for one lesson. */
export type LessonMode =
  /** Hooks never say it. */
  | 'off'
  /** It is said at the start of a session and after a failure, never before a call. */
  | 'note'
  /** It is said before a call. */
  | 'warn'
  /** The first such call of a session is stopped; sent again, it passes. */
  | 'stop'
  /** Every such call is stopped. */
  | 'deny'
  /** What works is sent in its place. */
  | 'rewrite';

/** The same for all lessons. `auto` stops for lessons that have proven themselves and warns of the others; `off` silences hooks altogether. */
export type LiveMode = 'auto' | Extract<LessonMode, 'off' | 'note' | 'warn' | 'stop'>;

/** What hooks say while an agent works. A project's file can make them quieter than the user's, not louder. */
export interface LiveConfig {
  /** The most that is done about a call that failed before; see `LiveMode`. */
  mode?: LiveMode;
  /** The same for single lessons, by id: `L-012`, or `harbour/L-012` for that of one project. */
  lessons?: Record<string, LessonMode>;
  /** Tell lessons that no context file tells when a session starts. */
  sessionStart?: boolean;
  /** Tell known issues when a call has failed. */
  failures?: boolean;
  /** Keep a journal of what was shown. */
  journal?: boolean;
  /** What is done when a turn ends: nothing, note that the session may have taught something, or have the agent ask you what to keep. */
  stop?: 'off' | 'candidates' | 'ask';
  /** The share of sessions, drawn at random, that gets nothing, so that the others can be compared with it. Counts in the user's own file only. */
  holdout?: number;
}

/** A command that heals a class of failures. */
export interface RemedyConfig {
  /** Words that are run as they are, or one text for the shell. */
  run: string | string[];
  /** What it is good for. */
  heals: ('network' | 'auth' | 'service' | 'registry')[];
  /** The most seconds it may take; 60 where absent. */
  timeout?: number;
  /** Seconds after a run in which it is not run again for the same target; 60 where absent. */
  cooldown?: number;
  /** What it must know of the call, by name: `{cluster}` in its words, `$REMEDY_CLUSTER` for a shell. */
  parameters?: Record<string, RemedyParameter>;
}

/** Where a remedy has a value from. */
export interface RemedyParameter {
  /** Arguments of the call, or options of the command, that tell it; the first that is there counts. */
  from?: string[];
  /** What values of the call stand for. */
  map?: Record<string, string>;
  /** What it is where the call does not tell it. */
  default?: string;
}

/** A command that agents may run through the MCP server. */
export interface ToolConfig {
  /** Words that are run as they are, or one text for the shell. */
  run: string | string[];
  /** What it does, for agents. */
  about?: string;
  /** Whether agents may add words, or which ones; none where absent. Not with a text for the shell. */
  arguments?: boolean | string[];
  /** The most seconds it may take; 120 where absent. */
  timeout?: number;
}

/** How failures of one tool are healed. */
export interface HealConfig {
  /** A ready-made choice of what is healed. */
  preset?: string;
  /** Names of remedies, the preferred one first; `wait` is built in. */
  with?: string[];
  /** How often the command is tried again after a remedy; 1 where absent. */
  retries?: number;
  /** Seconds before the first of these; 0.5 where absent. */
  backoff?: number;
  /** Values that remedies are given for this tool, whatever a call says. */
  parameters?: Record<string, string>;
}

/** The settings in force: what the files say, the project's over the user's, with every path and glob absolute. */
export interface Config extends Omit<ConfigFile, 'adapters' | 'remedies' | 'tools' | 'trust'> {
  projects: Record<string, string[]>;
  redaction: { allow: string[] };
}

/** Settings and where they come from. */
export interface LoadedConfig {
  config: Config;
  /** The files that were read, the weakest first. */
  files: string[];
  /** Adapters that may be loaded: the user's own, then those of a project that the user trusts. Absent where there are none. */
  adapters?: AdapterSource[];
  /** Remedies that may be run, by the same rule. Absent where there are none. */
  remedies?: Record<string, RemedyConfig>;
  /** Tools that agents may run, by the same rule. Absent where there are none. */
  tools?: Record<string, ToolConfig>;
  /** Folders that the user trusts. Absent where there are none. */
  trusted?: string[];
  /** The settings of a project's file that do not count. Absent where all of them do. */
  ignored?: IgnoredSettings;
}

/** Settings of a project's file that do not count, because nobody but the user may decide on them. */
export interface IgnoredSettings {
  /** The project's file. */
  file: string;
  /** The user's own file, where the project can be trusted. */
  userFile: string;
  /** Keys that would count if the user trusted the project. */
  untrusted: string[];
  /** Keys that count only in the user's own file. */
  userOnly: string[];
}

/** A module that was named in a configuration. */
export interface AdapterSource {
  /** As it stands there: `./tools/lantern.mjs`, `hardwon-agent-lantern`. */
  name: string;
  /** The folder of that file: where relative paths start, and packages are sought from. */
  folder: string;
}

/** The names a configuration file can have, in one folder only one of them. */
export const CONFIG_FILE_NAMES = ['hardwon.config.json', 'hardwon.config.yaml', 'hardwon.config.yml'] as const;

/** What a configuration file may say. A new key is a line here and one in `schema.ts`; the compiler holds the two together. */
export interface ConfigFile {
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
}

/** The settings in force: what the files say, the project's over the user's, with every path and glob absolute. */
export interface Config extends ConfigFile {
  projects: Record<string, string[]>;
  redaction: { allow: string[] };
}

/** Settings and where they come from. */
export interface LoadedConfig {
  config: Config;
  /** The files that were read, the weakest first. */
  files: string[];
}

/** The names a configuration file can have, in one folder only one of them. */
export const CONFIG_FILE_NAMES = ['hardwon.config.json', 'hardwon.config.yaml', 'hardwon.config.yml'] as const;

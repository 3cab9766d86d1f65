import type { FolderFlags } from './agent-folders.ts';
import { collect, splitNames } from './option-values.ts';

// Options that several commands share are defined once: the same words in every help text, and the same name for the same thing.

/** The project that a command is about. */
export const PROJECT_OPTION = ['--project <path>', 'any folder of the project (default: the current folder)'] as const;
/** Every project, for commands that are about one by default. */
export const ALL_OPTION = ['--all', 'every project that has sessions'] as const;
/** The user's own memory, for commands that are about that of a project by default. */
export const USER_OPTION = ['--user', "in your own memory, not the project's"] as const;
export const CONFIG_OPTION = ['--config <file>', 'a configuration file instead of hardwon.config.json'] as const;
export const JSON_OPTION = ['--json', 'print one JSON object (its shape is in docs/json.md)'] as const;
/** A person's consent, when there is no terminal to prove that one is present. */
export const HUMAN_OPTION = ['--human', 'a person has decided this: needed without a terminal'] as const;
export const DRY_RUN_OPTION = ['--dry-run', 'show the change and write nothing'] as const;

/** The folder of Claude Code's logs. */
export const CLAUDE_DIR_OPTION = [
  '--claude-dir <path>',
  "Claude Code's folder (default: CLAUDE_CONFIG_DIR, then ~/.claude)",
] as const;
/** The folders of other agents' logs. */
export const AGENT_DIR_OPTION = [
  '--agent-dir <agent=path>',
  'the folder of another agent, or of its exports; may be repeated',
  collect,
] as const;
/** The agents whose sessions count. */
export const AGENT_OPTION = ['--agent <names>', 'only these agents, separated by commas', splitNames] as const;
/** The folders to treat as one project. */
export const JOIN_OPTION = [
  '--join <glob>',
  'count all folders that match as one project; may be repeated',
  collect,
] as const;

/** The parsed options that select sessions. */
export interface SessionFlags extends FolderFlags {
  project?: string;
  all?: true;
  agent?: string[];
  join?: string[];
  config?: string;
  json?: true;
}

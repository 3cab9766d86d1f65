/** How far a setting counts that stands in a project's own file. A repository may come from anybody: cloning it is not trusting it. */
export type ConfigReach =
  /** Counts: it decides on nothing beyond the repository itself. */
  | 'counts'
  /** Counts where it asks for less than the user does. Asking for more needs trust. */
  | 'narrows'
  /** Counts where it asks for less than the user does, whether the project is trusted or not. */
  | 'only-narrows'
  /** Counts only if the user trusts the folder of the file. */
  | 'trusted'
  /** Counts in the user's own file only. */
  | 'never';

/**
 * One row for each key, or for a whole group where all of it is alike. Whatever widens what is read, joined, run, sent or written is for
 * the user to decide. docs/configuration.md gives the same table to users; a test holds both against the schema.
 */
export const REACH: Readonly<Record<string, ConfigReach>> = {
  $schema: 'counts',
  // Pulls lessons and logs of other folders into this project.
  projects: 'trusted',
  budget: 'narrows',
  minConfidence: 'narrows',
  agents: 'narrows',
  // Lets texts through that look like secrets.
  'redaction.allow': 'trusted',
  // Forged logs would become lessons of any project that they name.
  claudeDir: 'trusted',
  agentDirs: 'trusted',
  // A shell script below the project is a file, too.
  targets: 'trusted',
  adapters: 'trusted',
  remedies: 'trusted',
  heal: 'trusted',
  tools: 'trusted',
  trust: 'never',
  'live.mode': 'only-narrows',
  'live.lessons': 'only-narrows',
  'live.sessionStart': 'only-narrows',
  'live.failures': 'only-narrows',
  'live.journal': 'only-narrows',
  'live.stop': 'only-narrows',
  'live.holdout': 'never',
  teacher: 'trusted',
  n8n: 'trusted',
  'learning.maxRetries': 'narrows',
  'learning.autoRetry': 'narrows',
  'learning.file': 'narrows',
  failureSources: 'narrows',
  // A text for a model that may see code of the user.
  failurePrompts: 'trusted',
  // `hardwon run` runs the tests of the repository, which are the repository's own code whoever names the command.
  tests: 'counts',
  'claude.maxTurns': 'narrows',
  'claude.outputFormat': 'counts',
  loop: 'trusted',
  'loop.skipPermissions': 'never',
};

/** How far a key of a project's file counts: by its own row, else by that of its group. An unknown key counts for nothing. */
export function configReachOf(key: string): ConfigReach {
  return REACH[key] ?? REACH[key.split('.', 1)[0] ?? ''] ?? 'never';
}

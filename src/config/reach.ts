/**
 * Whether and how far a setting in a project's own file applies. A repository may come from anybody: to clone it is not to trust
 * it.
 */
export type ConfigReach =
  /** Applies: it affects nothing beyond the repository itself. */
  | 'counts'
  /** Applies if it asks for less than the user does. Asking for more needs trust. */
  | 'narrows'
  /** Applies if it asks for less than the user does, whether or not the project is trusted. */
  | 'only-narrows'
  /** Applies only if the user trusts the folder of the file. */
  | 'trusted'
  /** Applies in the user's own file only. */
  | 'never';

/**
 * One row for each key, or for a whole group if all its keys are alike. Any setting that widens what is read, joined, run, sent
 * or written is for the user to decide. docs/configuration.md has the same table for users; a test checks both against the
 * schema.
 */
export const REACH: Readonly<Record<string, ConfigReach>> = {
  $schema: 'counts',
  // Pulls lessons and logs of other folders into this project.
  projects: 'trusted',
  budget: 'narrows',
  minConfidence: 'narrows',
  agents: 'narrows',
  // Lets through texts that look like secrets.
  'redaction.allow': 'trusted',
  // Forged logs would become lessons of any project they name.
  claudeDir: 'trusted',
  agentDirs: 'trusted',
  // A shell script in the project is a file, too.
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
  // Decides where findings are sent, and whose lessons are told.
  team: 'trusted',
  teacher: 'trusted',
  // What sessions show is sent only where the user said, and the user pays for it.
  'teacher.learn': 'never',
  'teacher.mostTokensAMonth': 'never',
  n8n: 'trusted',
  'learning.maxRetries': 'narrows',
  'learning.autoRetry': 'narrows',
  'learning.file': 'narrows',
  failureSources: 'narrows',
  // A prompt for a model that may see code of the user.
  failurePrompts: 'trusted',
  // `hardwon run` runs the tests of the repository, which are its own code, no matter who names the command.
  tests: 'counts',
  'claude.maxTurns': 'narrows',
  'claude.outputFormat': 'counts',
  loop: 'trusted',
  'loop.skipPermissions': 'never',
};

/**
 * Returns how far a key of a project's file applies: by its own row, or else by that of its group. An unknown key never applies.
 */
export function configReachOf(key: string): ConfigReach {
  return REACH[key] ?? REACH[key.split('.', 1)[0] ?? ''] ?? 'never';
}

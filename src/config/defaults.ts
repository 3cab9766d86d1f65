/** What holds where no configuration file says anything. */
export const DEFAULTS = {
  /** The agent that is taken to be used where nothing tells which one is. */
  agent: 'claude-code',
  /** Tokens that lessons may take over all context files together. */
  budget: 1_500,
  /** Attempts of `run` after the first. */
  maxRetries: 3,
  /** Turns of Claude Code in one attempt. */
  maxTurns: 15,
  /** Whose context files get the rules that helped. */
  learningFile: 'project',
  /** What hooks do about a call that failed before. */
  liveMode: 'auto',
} as const;

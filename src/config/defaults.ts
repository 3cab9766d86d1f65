/** The settings used if no configuration file sets them. */
export const DEFAULTS = {
  /** The agent assumed if nothing reveals which one is used. */
  agent: 'claude-code',
  /** Upper bound for the tokens of lessons over all context files together. */
  budget: 1_500,
  /** Number of attempts of `run` after the first. */
  maxRetries: 3,
  /** Upper bound for the turns of Claude Code in one attempt. */
  maxTurns: 15,
  /** The owner of the context files that get the rules that helped. */
  learningFile: 'project',
  /** The action of hooks on a call that failed before. */
  liveMode: 'auto',
  /** The number of people who have to find a lesson before the whole team is told. */
  teamPeople: 2,
} as const;

/** The beginnings of texts that hardwon itself gives to agents. The rest of such a message is not the user's. */
export const OWN_BEGINNINGS = {
  /** Rules in the prompt of an attempt of `run`. */
  attemptRules: 'Notes from earlier attempts at this task, whose tests failed.',
  /** Failed tests in the prompt of an attempt. */
  attemptFailures: 'An earlier attempt at this task failed these tests.',
  /** Lessons at the start of a session, by a hook. */
  sessionStart: 'Notes of hardwon from past failures of this project.',
  /** The reason why a call was stopped, by a hook. */
  stopped: 'Stopped by a hardwon note',
  /** The question whether to keep the lessons of a session, by a hook. */
  question: 'Note of hardwon, not from the user:',
  /** The answer of `consult`, also over MCP. */
  consulted: 'Notes from past failures in this project, kept by hardwon.',
  /** The commands of the plugin, which are prompts of the MCP server, too. */
  debugTool: 'Debug a failing tool:',
  learnFix: 'Save a fix to the memory of this project:',
  showMemory: 'Show the memory of this project:',
  explainCases: 'Explain what keeps failing in this project:',
  /** The skill. */
  skill: '# Harness learnings',
  /** The notice in blocks of context files, in case the markers around it were lost. */
  block: '## Lessons from past sessions',
} as const;

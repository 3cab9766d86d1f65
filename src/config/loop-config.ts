/** What a configuration says of the learning loop: `hardwon run`, `report-failure` and `review`. */
export interface LoopConfigFile {
  /** What turns a failure into a rule. A project's file needs `trust` for it: it says where code is sent. */
  teacher?: TeacherConfig;
  /** The webhook of `teacher.mode: webhook`. A project's file needs `trust` for it. */
  n8n?: WebhookConfig;
  /** How often a task is tried again, and where rules go. */
  learning?: LearningConfig;
  /** Where failures come from. */
  failureSources?: FailureSourceConfig[];
  /** What a teacher is asked, by the type of the failure: the name of a built-in prompt, or a text. */
  failurePrompts?: Record<string, string>;
  /** How the tests are run. */
  tests?: TestsConfig;
  /** How Claude Code is run. */
  claude?: ClaudeConfig;
  /** How attempts are made. A project's file needs `trust` for it: it names programs. */
  loop?: AttemptConfig;
}

/** What turns a failure into a rule. */
export interface TeacherConfig {
  /** `local` is `anthropic`, as in the system that the loop comes from. `builtin` where absent. */
  mode?: 'builtin' | 'local' | 'anthropic' | 'openai' | 'agent' | 'webhook';
  /** The model that is asked. */
  model?: string;
  /** The most tokens of an answer; 1024 where absent. */
  maxTokens?: number;
  /** Where the API is, where it is not the vendor's. */
  baseUrl?: string;
  /** The environment variable that holds the key; ANTHROPIC_API_KEY or OPENAI_API_KEY where absent. */
  keyEnv?: string;
  /** The agent of the mode `agent`; that of `loop.agent` where absent. */
  agent?: string;
  /** The most seconds that an answer may take; 60 where absent. */
  timeout?: number;
  /** What is done where the teacher cannot be asked: an error, or the built-in one. `error` where absent. */
  fallback?: 'error' | 'builtin';
}

/** A webhook that answers {analysis, rule}. */
export interface WebhookConfig {
  webhookUrl?: string;
  /** The most seconds that an answer may take; 60 where absent. */
  timeout?: number;
  /** The environment variable that holds the bearer token; N8N_WEBHOOK_TOKEN where absent. */
  tokenEnv?: string;
  /** How often it is asked again after a failure that passes; 2 where absent. */
  retries?: number;
}

/** How often a task is tried again, and where rules go. */
export interface LearningConfig {
  /** Attempts after the first; 3 where absent. */
  maxRetries?: number;
  /** False: stop after each failure for review. */
  autoRetry?: boolean;
  /** Whose file gets the rules; the user's where absent. */
  file?: 'user' | 'project';
}

/** A source of failures. */
export interface FailureSourceConfig {
  /** `tests` or the name of a runner, `manual`, `semantic`. */
  name: string;
  type: 'automated' | 'user_reported' | 'llm_analysis';
  /** True where absent. */
  enabled?: boolean;
}

/** How the tests are run. */
export interface TestsConfig {
  /** Whose results they are; detected where absent. */
  framework?: 'pytest' | 'jest' | 'vitest' | 'node-test' | 'mocha' | 'go' | 'cargo' | 'junit' | 'tap' | 'exit-code';
  /** Words that are run as they are, or one text for the shell; detected where absent. */
  command?: string | string[];
  /** The most seconds that a run may take; 600 where absent. */
  timeout?: number;
}

/** How Claude Code is run. */
export interface ClaudeConfig {
  /** The most turns of an attempt. */
  maxTurns?: number;
  /** `stream-json` shows what it does while it works; that is used where absent. */
  outputFormat?: 'json' | 'stream-json' | 'text';
}

/** How attempts are made. */
export interface AttemptConfig {
  /** The agent, by any of its names; `claude-code` where absent, `command` where one is given. */
  agent?: string;
  /** Any other program, in words; one of them holds `{task}`. */
  command?: string[];
  /** The most seconds that an attempt may take; 1800 where absent. */
  timeout?: number;
  /** What makes a fresh checkout ready for its tests: words, or one text for the shell. */
  setup?: string | string[];
  /** Names or paths of ignored files and folders that the scratch checkout gets a copy of; the folders of dependencies where absent. */
  copy?: string[];
  /** The same as links: quicker, but what is written there is written to the user's own. */
  link?: string[];
  /** Let the agent do anything without asking. Only in the user's own file. */
  skipPermissions?: boolean;
}

import type { TestFramework } from '../programs/test-runner.ts';

/** The settings of the learning loop: `hardwon run`, `report-failure` and `review`. */
export interface LoopConfigFile {
  /**
   * The teacher, which turns a failure into a rule. A project's file needs `trust` for it, because it decides where code is sent.
   */
  teacher?: TeacherConfig;
  /** The webhook of `teacher.mode: webhook`. A project's file needs `trust` for it. */
  n8n?: WebhookConfig;
  /** The number of retries of a task, and the place where rules are written. */
  learning?: LearningConfig;
  /** The sources of failures. */
  failureSources?: FailureSourceConfig[];
  /** The prompt for a teacher, by the type of the failure: the name of a built-in prompt, or a text. */
  failurePrompts?: Record<string, string>;
  /** The command and options for running the tests. */
  tests?: TestsConfig;
  /** The options for running Claude Code. */
  claude?: ClaudeConfig;
  /** The options for making attempts. A project's file needs `trust` for it, because it names programs. */
  loop?: AttemptConfig;
}

/** The teacher, which turns a failure into a rule. */
export interface TeacherConfig {
  /** `local` means `anthropic`, as in the system that the loop comes from. Defaults to `builtin`. */
  mode?: 'builtin' | 'local' | 'anthropic' | 'openai' | 'agent' | 'webhook';
  /** The model to ask. */
  model?: string;
  /** Upper bound for the tokens of an answer; defaults to 1024. */
  maxTokens?: number;
  /** The address of the API, if it is not the vendor's. */
  baseUrl?: string;
  /** The environment variable that contains the key; defaults to ANTHROPIC_API_KEY or OPENAI_API_KEY. */
  keyEnv?: string;
  /** The agent of the mode `agent`; defaults to `loop.agent`. */
  agent?: string;
  /** Timeout for an answer in seconds; defaults to 60. */
  timeout?: number;
  /** The teacher of `hardwon learn`, by the names of its `--teacher`. Only allowed in the user's own file. */
  learn?: string;
  /** Upper bound for the tokens of `learn --teacher` in a calendar month. Only allowed in the user's own file. */
  mostTokensAMonth?: number;
  /** The fallback if the teacher cannot be asked: an error, or the built-in one. Defaults to `error`. */
  fallback?: 'error' | 'builtin';
}

/** A webhook that answers {analysis, rule}. */
export interface WebhookConfig {
  webhookUrl?: string;
  /** Timeout for an answer in seconds; defaults to 60. */
  timeout?: number;
  /** The environment variable that contains the bearer token; defaults to N8N_WEBHOOK_TOKEN. */
  tokenEnv?: string;
  /** Number of retries after a temporary failure; defaults to 2. */
  retries?: number;
}

/** The number of retries of a task, and the place where rules are written. */
interface LearningConfig {
  /** Attempts after the first; defaults to 3. */
  maxRetries?: number;
  /** False: stop after each failure for review. */
  autoRetry?: boolean;
  /** The owner of the file that gets the rules; defaults to the project. */
  file?: 'user' | 'project';
}

/** A source of failures. */
export interface FailureSourceConfig {
  /** `tests` or the name of a runner, `manual`, `semantic`. */
  name: string;
  type: 'automated' | 'user_reported' | 'llm_analysis';
  /** Defaults to true. */
  enabled?: boolean;
}

/** The command and options for running the tests. */
export interface TestsConfig {
  /** The framework whose results are parsed; detected if absent. */
  framework?: TestFramework;
  /** Words that are run as they are, or a single string for the shell; detected if absent. */
  command?: string | string[];
  /** Timeout for a run in seconds; defaults to 600. */
  timeout?: number;
}

/** The options for running Claude Code. */
export interface ClaudeConfig {
  /** Upper bound for the turns of an attempt. */
  maxTurns?: number;
  /** `stream-json` shows its work in progress, and is the default. */
  outputFormat?: 'json' | 'stream-json' | 'text';
}

/** The options for making attempts. */
export interface AttemptConfig {
  /** The agent, by any of its names; defaults to `claude-code`, or to `command` if one is given. */
  agent?: string;
  /** Any other program, as words; one of them contains `{task}`. */
  command?: string[];
  /** Timeout for an attempt in seconds; defaults to 1800. */
  timeout?: number;
  /** Prepares a fresh checkout for its tests: words, or a single string for the shell. */
  setup?: string | string[];
  /**
   * Names or paths of ignored files and folders that are copied to the scratch checkout; defaults to the folders of dependencies.
   */
  copy?: string[];
  /** The same as links: faster, but a write there changes the user's own files. */
  link?: string[];
  /** Whether the agent may do anything without asking. Only allowed in the user's own file. */
  skipPermissions?: boolean;
}

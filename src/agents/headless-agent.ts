import type { AgentEvent, HeadlessOptions } from './headless.ts';

/** A coding agent that runs without a person in front of it. */
export interface HeadlessAgent {
  /** The agent's name, or `command`. */
  name: string;
  /** The program to start: a name on the PATH, or a path. */
  program: string;
  /** How to install it, for people who do not have it. */
  install?: string;
  /**
   * Works on a task until it is done, gives up or is stopped. It never throws because of what the agent does, only if the agent
   * cannot be started.
   */
  run(task: string, options: AgentRunOptions): Promise<AgentRun>;
}

/** Options for running an agent. */
export interface AgentRunOptions extends Pick<HeadlessOptions, 'maxTurns' | 'permissions'> {
  /** The working directory. */
  cwd: string;
  /** Its environment; that of this process by default. */
  env?: Record<string, string | undefined>;
  /** The timeout, after which it is ended with everything that it started. */
  timeoutMs: number;
  /** Ends it, with everything that it started. */
  signal?: AbortSignal;
  /** Receives its events as they happen. */
  onEvent?(event: AgentEvent): void;
  /** Receives every line that it prints, unredacted: redact it before keeping it. */
  onLine?(line: string): void;
  /** Receives the id of its process, which leads its own process group. */
  onStart?(pid: number): void;
}

/** The outcome of an agent's work. */
export interface AgentRun {
  outcome: 'done' | 'failed' | 'out-of-turns' | 'timed-out' | 'stopped';
  /** Its last message, or why it failed; unredacted: redact it before cutting or keeping it. */
  answer: string;
  /** The number of turns, if the agent reports it. */
  turns?: number;
  /** The cost in US dollars, if the agent reports it. */
  costUsd?: number;
  /** The model that answered, and its tokens, if the agent reports them. */
  model?: string;
  inputTokens?: number;
  outputTokens?: number;
  /** The agent's own id of the conversation, if it reports one. */
  sessionId?: string;
  exitCode?: number;
  durationMs: number;
}

import type { AgentEvent, HeadlessOptions } from '../agents/headless.ts';

/** A coding agent that is run without a person in front of it. */
export interface HeadlessAgent {
  /** The agent's name, or `command`. */
  name: string;
  /** The program that is started: a name on the PATH, or a path. */
  program: string;
  /** How to get it, for people that do not have it. */
  install?: string;
  /** Works on a task until it is done, gives up or is stopped. Never throws for what the agent does; only where it cannot be started. */
  run(task: string, options: AgentRunOptions): Promise<AgentRun>;
}

/** How an agent is run. */
export interface AgentRunOptions extends Pick<HeadlessOptions, 'maxTurns' | 'permissions'> {
  /** The folder it works in. */
  cwd: string;
  /** Its environment; that of this process where absent. */
  env?: Record<string, string | undefined>;
  /** After so long it is ended, with all that it started. */
  timeoutMs: number;
  /** Ends it, with all that it started. */
  signal?: AbortSignal;
  /** Hears what it does, as it does it. */
  onEvent?(event: AgentEvent): void;
  /** Gets every line that it prints, as it is: redact before it is kept. */
  onLine?(line: string): void;
  /** Hears the id of its process, which leads a group of its own. */
  onStart?(pid: number): void;
}

/** How an agent's work ended. */
export interface AgentRun {
  outcome: 'done' | 'failed' | 'out-of-turns' | 'timed-out' | 'stopped';
  /** What it said last, or why it failed; as it is: redact before it is cut or kept. */
  answer: string;
  /** Turns it took, where it says so. */
  turns?: number;
  /** What it cost in US dollars, where it says so. */
  costUsd?: number;
  /** Its own name for the conversation, where it says so. */
  sessionId?: string;
  exitCode?: number;
  durationMs: number;
}

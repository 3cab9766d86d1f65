import type { DescribedSession } from '../described-session.ts';

/** Writes described sessions the way one agent's client does. One file in this folder implements it. */
export interface LogWriter {
  /** The agent's name, as in its folder under `src/agents/`. */
  agent: string;
  /** Why this agent's logs cannot tell of the sessions: a tool or an end that it does not have. Nothing where they can. */
  lacks?(sessions: readonly DescribedSession[]): string | undefined;
  /** Writes log files below `home` and returns the ids that the calls got. */
  write(home: string, sessions: readonly DescribedSession[]): Promise<WrittenLogs>;
}

export interface WrittenLogs {
  /** The agent's call id by the case's label. */
  calls: Map<string, string>;
  /** The session ids, in the order of the descriptions. */
  sessions: string[];
  /** The files that were written. */
  files: string[];
}

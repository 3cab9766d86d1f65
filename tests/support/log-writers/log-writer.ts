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

/** Why a client cannot write the log of a session: it names a folder after that of the project, and no file system takes so long a name. */
export function tooLongForName(
  sessions: readonly DescribedSession[],
  nameFolder: (cwd: string) => string,
): string | undefined {
  const isTooLong = sessions.some(({ cwd }) => Buffer.byteLength(nameFolder(cwd)) > 255);
  return isTooLong ? 'the name of the folder that the log would be in is too long' : undefined;
}

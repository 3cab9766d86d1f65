/**
 * Turns a script, made from a promoted lesson, into a hook of an agent whose hooks have the format of Claude Code;
 * `hook-scripts.ts` in its folder.
 */
export interface HookScripts {
  /** The folder for scripts in a project: `.claude/hooks`. */
  folder: string;
  /** The file of the project in which they are declared. */
  settings: string;
  /** The event after a call that failed. */
  failureEvent: string;
  /**
   * Returns the command lines that start a script of the project. Users without Node, or who deleted the script, must not see an
   * error at every call.
   */
  start(script: string): Pick<HookEntry, 'command' | 'commandWindows'>;
  /** Steps needed before it runs. */
  caveat?: string;
}

/** One hook of an agent whose hooks have the format of Claude Code. */
export interface HookEntry {
  /** The event: `SessionStart`. */
  event: string;
  /** The tools it is for. Default: all. */
  matcher?: string;
  /** The command line, and other data that the agent needs about it. */
  command: string;
  timeout: number;
  /** The command line on Windows, if a shared file must contain both. */
  commandWindows?: string;
}

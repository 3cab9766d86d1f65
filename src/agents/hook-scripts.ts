/** How a script that a lesson was promoted to becomes a hook of an agent that keeps hooks as Claude Code does. `hook-scripts.ts` in its folder. */
export interface HookScripts {
  /** Where scripts go in a project: `.claude/hooks`. */
  folder: string;
  /** The file of the project that they are declared in. */
  settings: string;
  /** The event after a call that failed. */
  failureEvent: string;
  /** The command lines that start a script of the project. Whoever has no Node, or deleted the script, must not be told so at every call. */
  start(script: string): Pick<HookEntry, 'command' | 'commandWindows'>;
  /** What must be done before it runs. */
  caveat?: string;
}

/** One hook of an agent that keeps hooks as Claude Code does. */
export interface HookEntry {
  /** The event: `SessionStart`. */
  event: string;
  /** The tools it is for; for all where absent. */
  matcher?: string;
  /** The command line, and what else the agent wants to know of it. */
  command: string;
  timeout: number;
  /** The command line on Windows, where a shared file must hold both. */
  commandWindows?: string;
}

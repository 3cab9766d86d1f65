import type { Places } from './agent.ts';

/** For one person in all projects, or for everyone who works on one project. */
export type HookScope = 'user' | 'project';

/** An event that the hook is started for. */
export interface InstalledEvent {
  /** The agent's name for it: `PreToolUse`. The hook receives it in kebab-case. */
  name: string;
  /** The tools or occasions it is for, in the agent's notation. Default: all. */
  matcher?: string;
  /** Set if it only serves to ask the user what to keep of a session: without that, nothing is started for it. */
  isForAsking?: true;
}

/** Describes how the hook is started in one scope. */
export interface InstalledStart {
  scope: HookScope;
  /** The agent's name, which the hook receives after the event. */
  agent: string;
  /** A program and its first arguments: the event and the agent follow. No shell splits it. */
  program: readonly string[];
  /** Whether the agent asks the user what to keep (`live.stop: ask`), which needs additional events. */
  asks: boolean;
  /**
   * Returns the command line for an event, for the shell in which the agent runs hooks. It always exits with 0 and prints
   * nothing.
   */
  command(event: string): string;
  /** The same for Windows, if a shared file must contain both. */
  windowsCommand(event: string): string;
}

/** Properties of hooks in every form. */
interface HookFiles {
  /** The user's file: `~/.lantern/settings.json`, or a function that returns an absolute path. */
  user?: string | ((places: Places) => string);
  /** The file of a project, relative to its root: `.lantern/settings.json`. */
  project?: string;
  /** The shell that runs hooks on Windows. Default: `bash`. Elsewhere it is a POSIX shell. */
  windowsShell?: 'bash' | 'cmd' | 'powershell';
  /** Set if the agent reads no answer when a session starts. */
  isDeafAtStart?: true;
  /** Steps needed before the agent runs them, in words that follow its title and a colon. */
  caveat?: string;
}

/**
 * Hooks in a JSON settings file, with or without comments: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{…}]}]}}`.
 */
export interface JsonHooks extends HookFiles {
  form: 'json';
  events: readonly InstalledEvent[];
  /** The member of the settings that holds the events. Default: `hooks`. */
  member?: string;
  /**
   * Whether entries, with their matcher, are directly in the list of an event; otherwise they are in `hooks` of a group, next to
   * the matcher.
   */
  isFlat?: boolean;
  /** Other members that the file must have, such as its version. */
  frame?: Readonly<Record<string, number>>;
  /** Other members of an entry, such as its timeout. */
  extra?: Readonly<Record<string, string | number | boolean>>;
  /** The member for the Windows command line, if an entry may have one. */
  windowsMember?: string;
  /** The setting that disables all hooks of the agent: its path, with dots, and its value. */
  off?: { member: string; value: boolean };
}

/** Hooks in a separate file that belongs to hardwon: a plugin. */
export interface PluginHooks extends HookFiles {
  form: 'plugin';
  /** Returns the text of the file. It is recognised by its whole text, in which only the paths of the program may differ. */
  render(start: InstalledStart): string | Promise<string>;
}

/**
 * Hooks in any other form: functions from the text of a file to its new text. Reading, writing, showing and undoing is done
 * elsewhere.
 */
export interface OwnHooks extends HookFiles {
  form: 'own';
  /** Returns the text with hardwon's hooks, which may already be in it; the file may not exist yet. */
  add(text: string | undefined, start: InstalledStart): string;
  /** Returns the text without them; undefined if nothing is left that is worth a file. */
  remove(text: string): string | undefined;
}

/** Describes how hooks are added to an agent's settings, and removed from them. */
export type HookInstaller = JsonHooks | PluginHooks | OwnHooks;

import type { Places } from './agent.ts';

/** For one person in all projects, or for everybody who works on one project. */
export type HookScope = 'user' | 'project';

/** An event that the hook is started for. */
export interface HookEvent {
  /** As the agent calls it: `PreToolUse`. The hook gets it in kebab-case. */
  name: string;
  /** For which tools or occasions, as the agent writes it; for all where absent. */
  matcher?: string;
  /** It is there for asking the user what to keep of a session: without that, nothing is started for it. */
  isForAsking?: true;
}

/** How the hook is started in one scope. */
export interface HookStart {
  scope: HookScope;
  /** The agent's name, which the hook gets behind the event. */
  agent: string;
  /** A program and its first arguments: the event and the agent follow. No shell takes it apart. */
  program: readonly string[];
  /** Whether the agent asks the user what to keep (`live.stop: ask`), which takes events of its own. */
  asks: boolean;
  /** The command line for an event, for the shell that the agent runs hooks in. It ends with 0 and in silence, whatever happens. */
  command(event: string): string;
  /** The same for Windows, where a shared file must hold both. */
  windowsCommand(event: string): string;
}

/** What is true of hooks in every form. */
interface HookFiles {
  /** The user's file: `~/.lantern/settings.json`, or a function that gives an absolute path. */
  user?: string | ((places: Places) => string);
  /** The file of a project, from its root: `.lantern/settings.json`. */
  project?: string;
  /** The shell that runs hooks on Windows, `bash` where absent; elsewhere it is one of POSIX. */
  windowsShell?: 'bash' | 'cmd' | 'powershell';
  /** The agent reads no answer when a session starts. */
  isDeafAtStart?: true;
  /** What must be done before the agent runs them, in words that follow its title and a colon. */
  caveat?: string;
}

/** Hooks in a settings file of JSON, with or without comments: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{…}]}]}}`. */
export interface JsonHooks extends HookFiles {
  form: 'json';
  events: readonly HookEvent[];
  /** The member of the settings that holds the events; `hooks` where absent. */
  member?: string;
  /** Whether entries stand in the list of an event, with their matcher; else they stand in `hooks` of a group, beside the matcher. */
  isFlat?: boolean;
  /** Members that the file must have besides, such as its version. */
  frame?: Readonly<Record<string, number>>;
  /** More members of an entry, such as its time limit. */
  extra?: Readonly<Record<string, string | number | boolean>>;
  /** The member for the command line of Windows, where an entry may have one. */
  windowsMember?: string;
  /** The setting with which the agent runs no hooks at all: the way to it, with dots, and its value. */
  off?: { member: string; value: boolean };
}

/** Hooks in a file of their own, which is all ours: a plugin. */
export interface PluginHooks extends HookFiles {
  form: 'plugin';
  /** The text of the file. It is known again by its whole text, in which only the paths of the program may differ. */
  render(start: HookStart): string | Promise<string>;
}

/** Hooks in any other form: the text of a file in, the text of the file out. Reading, writing, showing and undoing is done elsewhere. */
export interface OwnHooks extends HookFiles {
  form: 'own';
  /** The text with hardwon's hooks, which may be in it already; there may be no file yet. */
  add(text: string | undefined, start: HookStart): string;
  /** The text without them; undefined where nothing is left that is worth a file. */
  remove(text: string): string | undefined;
}

/** How hooks get into an agent's settings, and out of them. */
export type HookInstaller = JsonHooks | PluginHooks | OwnHooks;

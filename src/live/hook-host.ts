import type { OwnFolders } from '../shared/folders.ts';

/** The facts that a hook takes from the machine; read once, at the entry point. */
export interface HookHost {
  /** The environment; only our own variables, the shell and folders are read, and nothing of it is stored. */
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** hardwon's own folders. */
  folders: OwnFolders;
  /** The folder in which the hook was started: used if the event does not name one. */
  cwd: string;
  now: Date;
  /** The folder of the built programs; without it nothing is started. */
  programs?: string;
}

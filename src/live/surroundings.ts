import type { OwnFolders } from '../shared/folders.ts';

/** What a hook takes from the machine; read once, at the door. */
export interface HookSurroundings {
  /** The environment; only our own variables, the shell and folders are looked at, and nothing of it is written down. */
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** hardwon's own folders. */
  folders: OwnFolders;
  /** Where the hook was started: used where the event does not say. */
  cwd: string;
  now: Date;
  /** The folder of the programs that are built; nothing is started where absent. */
  programs?: string;
}

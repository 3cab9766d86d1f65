import type { OwnFolders } from '../shared/folders.ts';
import type { UserHome } from '../shared/surroundings.ts';

/**
 * The facts that a hook takes from the machine; read once, at the entry point. Of the environment only our own variables, the shell and
 * folders are read, and nothing of it is stored.
 */
export interface HookHost extends UserHome {
  /** hardwon's own folders. */
  folders: OwnFolders;
  /** The folder in which the hook was started: used if the event does not name one. */
  cwd: string;
  now: Date;
  /** The folder of the built programs; without it nothing is started. */
  programs?: string;
}

import type { HookScope } from '../../agents/hook-installer.ts';
import type { FileChange } from '../learn/learn-report.ts';

/** What `install` or `uninstall` would write, or wrote. */
export interface InstallReport {
  /** The version of this shape. */
  schema: 1;
  /** When the report was made. */
  at: string;
  action: 'install' | 'uninstall';
  scope: HookScope;
  /** The folder of the project. */
  root: string;
  /** Whether the changes were written in this run. */
  applied: boolean;
  /** The agents that were asked for. */
  agents: InstalledAgent[];
  /** The files that would be, or were, written. */
  changes: FileChange[];
  /** Why nothing can be written: broken settings, a link that leads away. */
  refusals: string[];
  /** What the user should know, or must do. */
  notices: string[];
}

/** What becomes of the hooks of one agent. */
export interface InstalledAgent {
  name: string;
  title: string;
  /** Its settings file or plugin. */
  path?: string;
  /** `current`: as they should be. `new`, `updated`, `removed`: by this run, or the one with --apply. `none`: there are none. */
  state: 'current' | 'new' | 'updated' | 'removed' | 'none' | 'refused';
  /** The events that the hook is started for; empty for a plugin, which decides that itself. */
  events: string[];
}

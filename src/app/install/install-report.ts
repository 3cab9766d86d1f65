import type { HookScope } from '../../agents/hook-installer.ts';
import type { FileChange } from '../learn/learn-report.ts';

/** The changes that `install` or `uninstall` would make, or made. */
export interface InstallReport {
  /** The version of this shape. */
  schema: 1;
  /** The time of the report. */
  at: string;
  action: 'install' | 'uninstall';
  scope: HookScope;
  /** The folder of the project. */
  root: string;
  /** Whether the changes were written in this run. */
  applied: boolean;
  /** The requested agents. */
  agents: InstalledAgent[];
  /** The files that would be, or were, written. */
  changes: FileChange[];
  /** Reasons why nothing can be written: broken settings, a link that leads elsewhere. */
  refusals: string[];
  /** Notices for the user, including steps to take. */
  notices: string[];
}

/** The outcome for the hooks of one agent. */
export interface InstalledAgent {
  name: string;
  title: string;
  /** Its settings file or plugin. */
  path?: string;
  /** `current`: up to date. `new`, `updated`, `removed`: by this run, or the one with --apply. `none`: there are none. */
  state: 'current' | 'new' | 'updated' | 'removed' | 'none' | 'refused';
  /** The events that start the hook; empty for a plugin, which decides that itself. */
  events: string[];
}

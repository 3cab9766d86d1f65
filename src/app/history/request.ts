import type { Agent } from '../../agents/agent.ts';

/** The sessions to read, and where they are. */
export interface LibraryRequest {
  cwd: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Names of agents; defaults to all. */
  agents?: readonly string[];
  folders?: Readonly<Record<string, string>>;
  since?: Date;
  until?: Date;
  join: readonly string[];
  /** The folder of the requested project; defaults to the working directory. */
  project?: string;
  /** Whether every project is requested. */
  all?: boolean;
  /** The setting `projects`. */
  projectGlobs: Readonly<Record<string, readonly string[]>>;
  /** Texts that redaction leaves alone. */
  allowed: readonly string[];
  /** All agents; defaults to the built-in ones. */
  known?: readonly Agent[];
  /** Notices about adapters. */
  problems?: readonly string[];
  /** Whether to delete the index first. */
  fresh?: boolean;
  onProgress?: (done: number, total: number) => void;
}

import type { Agent } from '../../agents/agent.ts';

/** Which sessions are wanted, and where they are. */
export interface LibraryRequest {
  cwd: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Names of agents; all where absent. */
  agents?: readonly string[];
  folders?: Readonly<Record<string, string>>;
  since?: Date;
  until?: Date;
  join: readonly string[];
  /** The folder of the project that is asked for; the working folder where absent. */
  project?: string;
  /** Every project is asked for. */
  all?: boolean;
  /** `projects` of the configuration. */
  projectGlobs: Readonly<Record<string, readonly string[]>>;
  /** Texts that the redaction of secrets leaves alone. */
  allowed: readonly string[];
  /** Every agent there is; those that are built in where absent. */
  known?: readonly Agent[];
  /** What the user should know of adapters. */
  problems?: readonly string[];
  /** Forget what was read before. */
  fresh?: boolean;
  onProgress?: (done: number, total: number) => void;
}

import type { LoadedConfig } from '../../config/config.ts';
import type { FileDiff } from '../../delivery/diff.ts';
import type { LoopEvent } from '../../loop/run/loop-request.ts';
import type { RunRecord } from '../../loop/run/run-record.ts';
import type { Surroundings } from '../../shared/surroundings.ts';
import type { TeacherMode } from '../../teach/modes.ts';

/** The options of a run; those that are absent come from the configuration. */
export interface LearningLoopRequest extends Omit<Surroundings, 'cwd'> {
  /** The task for the agent; not needed to resume. */
  task?: string;
  /** Any folder of the project; the agent works in it. */
  folder: string;
  config: LoadedConfig;
  /** The absolute path of a configuration file to use instead of the project's. */
  configPath?: string;
  maxRetries?: number;
  autoRetry?: boolean;
  teacher?: TeacherMode;
  agent?: string;
  /** The command that runs the tests. */
  tests?: string;
  withChanges?: boolean;
  /** Whether the teacher's model reviews an attempt that passes before it is accepted. */
  review?: boolean;
  /** Number of attempts with and without the rules that are compared after success; defaults to 1. */
  verify?: number;
  /** The run to resume, as returned by `findUnfinishedRun`. */
  resume?: RunRecord;
  /** Whether the agent may do anything without asking. */
  skipPermissions?: boolean;
  branch?: string;
  applyResult?: boolean;
  /** False: rules that helped are reported, but not written. */
  keep?: boolean;
  /** The owner of the files that get rules that helped; overrides the configuration. */
  file?: 'user' | 'project';
  /** Asks a person whether files that are read in every project may be changed in this way; if absent, they are not. */
  confirmUserFiles?(diffs: readonly FileDiff[]): Promise<boolean>;
  /** Stops the run; it can be resumed. */
  signal?: AbortSignal;
  onEvent?(event: LoopEvent): void;
}

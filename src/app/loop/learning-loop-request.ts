import type { LoadedConfig } from '../../config/config.ts';
import type { FileDiff } from '../../delivery/diff.ts';
import type { LoopEvent } from '../../loop/run/loop-request.ts';
import type { RunRecord } from '../../loop/run/run-record.ts';
import type { TeacherMode } from '../../loop/teacher/modes.ts';

/** What a run is asked to do; what is absent is as configured. */
export interface LearningLoopRequest {
  /** What the agent is to do; not needed to resume. */
  task?: string;
  /** Any folder of the project; the agent works in it. */
  folder: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  now: Date;
  config: LoadedConfig;
  /** The file that was named for it in place of the project's, absolute. */
  configPath?: string;
  maxRetries?: number;
  autoRetry?: boolean;
  teacher?: TeacherMode;
  agent?: string;
  /** The command that runs the tests. */
  tests?: string;
  withChanges?: boolean;
  /** Have the model that teaches look at a green attempt before it is called done. */
  review?: boolean;
  /** Attempts with and without the rules that are compared after success; 1 where absent. */
  verify?: number;
  /** Go on with this run, as `findUnfinishedRun` gives it. */
  resume?: RunRecord;
  /** Let the agent do anything without asking. */
  skipPermissions?: boolean;
  branch?: string;
  applyResult?: boolean;
  /** False: rules that helped are told, and not written. */
  keep?: boolean;
  /** Whose files get rules that helped, over the configuration. */
  file?: 'user' | 'project';
  /** Asks a person whether files that are read in every project may be written so; without it they are not. */
  confirmUserFiles?(diffs: readonly FileDiff[]): Promise<boolean>;
  /** Stops the run; it can be gone on with. */
  signal?: AbortSignal;
  onEvent?(event: LoopEvent): void;
}

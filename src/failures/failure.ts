import type { Call } from '../agents/call.ts';

/** Why a call failed, as coarse as a colleague would say it. */
export type FailureKind =
  | 'file-missing'
  | 'is-directory'
  | 'command-not-found'
  | 'module-missing'
  | 'script-missing'
  | 'bad-flag'
  | 'bad-subcommand'
  | 'bad-argument'
  | 'wrong-cwd'
  | 'too-large'
  | 'edit-mismatch'
  | 'not-read'
  | 'stale-read'
  | 'no-change'
  | 'no-match'
  | 'timeout'
  | 'permission'
  | 'hook-denied'
  | 'user-rejected'
  | 'shell-syntax'
  | 'glob-no-match'
  | 'port-in-use'
  | 'network'
  | 'auth'
  | 'git-rejected'
  | 'check-failed'
  | 'test-failed'
  | 'build-failed'
  | 'invalid-input'
  | 'unknown-tool'
  | 'other';

/** A failed call with its cause. */
export interface Failure {
  call: Call;
  kind: FailureKind;
  /** The line of the output that says why, cut and cleaned. */
  diagnostic: string;
  /** Equal for equal causes: the diagnostic with what varies taken out, behind the kind and the program. */
  signature: string;
  /** What the diagnostic names: the missing path, the unknown flag, the missing module. */
  subject?: string;
  /** The valid value that the error itself suggests, if it does. */
  suggestion?: string;
  /** True where the agent did not flag the call and its output alone tells. */
  masked: boolean;
}

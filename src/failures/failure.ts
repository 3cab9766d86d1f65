import type { Call } from '../agents/call.ts';
import type { ShellCommand } from '../shell/index.ts';

/** Why a call failed, as coarse as a colleague would say it. */
export type FailureKind =
  | 'file-missing'
  | 'is-directory'
  | 'command-not-found'
  | 'wrong-manager'
  | 'wrong-runtime'
  | 'module-missing'
  | 'script-missing'
  | 'bad-flag'
  | 'bad-subcommand'
  | 'bad-argument'
  | 'missing-argument'
  | 'too-many-arguments'
  | 'flag-conflict'
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
  | 'no-terminal'
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

/** A call that was judged. What its agent said of its end is hidden: the judgement tells. */
export type JudgedCall = Omit<Call, 'outcome'>;

/** A failed call with its cause. */
export interface Failure {
  call: JudgedCall;
  kind: FailureKind;
  /** The line of the output that says why, cut and cleaned. */
  diagnostic: string;
  /** Equal for equal causes: the diagnostic with what varies taken out, behind the kind and the program. */
  signature: string;
  /** What the diagnostic names: the missing path, the unknown flag, the missing module. */
  subject?: string;
  /** All of them where the output names several: a listing of three missing files. */
  subjects: string[];
  /** The valid value that the error itself suggests, if it does. */
  suggestion?: string;
  /** Shell: the command of the chain that failed. */
  command?: ShellCommand;
  /** Shell: the program that nobody typed and that refused the command, which it takes as its argument: something rewrites commands. */
  wrapper?: string;
  /** The rule that named the cause: `cobra.flag`. Absent where nothing is known about the error. */
  rule?: string;
  /** True for what a check says about the code under work: a red test, a type error, a lint finding. */
  work: boolean;
  /** True where the agent did not flag the call and its output alone tells. */
  masked: boolean;
  /** Set where only other calls tell: they failed with the same line. */
  heard?: true;
}

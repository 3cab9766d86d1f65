import type { Call } from '../agents/call.ts';
import type { FailureKind } from '../programs/cause-rule.ts';
import type { ShellCommand } from '../shell/index.ts';

/** A call that was judged. The agent's report of its end is hidden, because the judgement replaces it. */
export type JudgedCall = Omit<Call, 'outcome'>;

/** A failed call with its cause. */
export interface Failure {
  call: JudgedCall;
  kind: FailureKind;
  /** The line of the output that gives the reason, truncated and cleaned. */
  diagnostic: string;
  /** Equal for equal causes: the diagnostic without its variable parts, after the kind and the program. */
  signature: string;
  /** The subject that the diagnostic names: the missing path, the unknown flag, the missing module. */
  subject?: string;
  /** All subjects if the output names several: a listing of three missing files. */
  subjects: string[];
  /** The valid value that the error itself suggests, if it does. */
  suggestion?: string;
  /** Shell: the command of the chain that failed. */
  command?: ShellCommand;
  /**
   * Shell: the program that nobody typed and that refused the command, which it takes as its argument: something rewrites
   * commands.
   */
  wrapper?: string;
  /** The rule that named the cause: `cobra.flag`. Absent if nothing is known about the error. */
  rule?: string;
  /** Whether a check reports on the code under work: a red test, a type error, a lint finding. */
  work: boolean;
  /** Whether the agent did not flag the call and only its output shows the failure. */
  masked: boolean;
  /** Set if only other calls show the failure: they failed with the same line. */
  heard?: true;
}

import type { Call } from '../agents/call.ts';
import type { FailureKind } from '../programs/cause-rule.ts';
import type { ShellCommand } from '../shell/index.ts';

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

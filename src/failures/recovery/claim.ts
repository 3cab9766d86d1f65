import type { Failure, JudgedCall } from '../failure.ts';
import type { Finding } from '../findings/finding.ts';

/** The relations between a failure and its fix. One file each in `relations/`. */
export type RelationName =
  | 'other-runner'
  | 'other-flag'
  | 'other-script'
  | 'other-path'
  | 'other-checkout'
  | 'other-directory'
  | 'other-value'
  | 'other-argument'
  | 'argument-rule'
  | 'other-program'
  | 'missing-program'
  | 'other-endpoint'
  | 'too-soon'
  | 'other-quoting'
  | 'environment-variable'
  | 'prerequisite'
  | 'transient'
  | 'longer-timeout'
  | 'call-setting'
  | 'auto-fix'
  | 'gate-stage'
  | 'second-run'
  | 'rewritten-file'
  | 'missing-install'
  | 'stale-build'
  | 'whole-package'
  | 'lint-rule'
  | 'import-slip'
  | 'old-findings'
  | 'smaller-read'
  | 'tool-habit'
  | 'hook-rule'
  | 'permission-rule'
  | 'user-rejection'
  | 'repository-rule'
  | 'search-form'
  | 'search-scope'
  | 'same-error';

/** A call without its output: lessons are made from the rest, so that a claim can be kept without outputs. */
export type ClaimedCall = Omit<JudgedCall, 'output'>;

/** A failure whose call has no output. */
export interface ClaimedFailure extends Omit<Failure, 'call'> {
  /** The call that failed. */
  call: ClaimedCall;
}

/** The cost from a failed call up to its fix. */
export interface Loss {
  /** The number of calls, including the failed one. */
  calls: number;
  /** Minutes; a long pause counts as a short one. */
  minutes: number;
  /** The estimated number of tokens sent and received. */
  tokens: number;
}

/**
 * The conclusion from one failure in its session about what should be done differently. Claims of many sessions are distilled
 * into lessons.
 */
export interface Claim {
  relation: RelationName;
  /** Equal for claims that form the same lesson, across sessions, checkouts and machines. */
  key: string;
  failure: ClaimedFailure;
  /** The call that worked, if one was found. */
  fix?: ClaimedCall;
  /** The number of calls between the failure and its fix. */
  between: number;
  /** The loss caused by this failure and by no failure before it; counted once its whole session is known. */
  lost?: Loss;
  /** The wrong input as a lesson would quote it: a path relative to the repository, the head of a command, a flag. */
  wrong: string;
  /** The alternative that worked. */
  right?: string;
  /** The subject that the error names as a reason: a module, a program. */
  because?: string;
  /** Further facts that the wording needs, by relation. */
  facts?: Readonly<Record<string, string>>;
  /** The findings of the check, if the lesson is about them. */
  findings?: readonly Finding[];
}

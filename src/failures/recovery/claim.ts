import type { Failure, JudgedCall } from '../failure.ts';
import type { Finding } from '../findings/finding.ts';

/** The relations between a failure and what fixed it. One file each in `relations/`. */
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

/** A call without what it printed: lessons are made of the rest, so that a claim can be kept without outputs. */
export type ClaimedCall = Omit<JudgedCall, 'output'>;

/** A failure whose call is without what it printed. */
export interface ClaimedFailure extends Omit<Failure, 'call'> {
  /** The call that failed. */
  call: ClaimedCall;
}

/** What was spent from a failed call up to its fix. */
export interface Loss {
  /** Calls, the failed one among them. */
  calls: number;
  /** Minutes; a long pause counts as a short one. */
  minutes: number;
  /** Tokens that were sent and answered, estimated. */
  tokens: number;
}

/** What one failure, seen in its session, says should be done differently. Claims of many sessions are distilled into lessons. */
export interface Claim {
  relation: RelationName;
  /** Equal for claims that are the same lesson, across sessions, checkouts and machines. */
  key: string;
  failure: ClaimedFailure;
  /** The call that worked, where one was found. */
  fix?: ClaimedCall;
  /** Calls made between the failure and its fix. */
  between: number;
  /** What was lost to it and to no failure before it; counted once its whole session is known. */
  lost?: Loss;
  /** What was sent, as a lesson would quote it: a path relative to the repository, the head of a command, a flag. */
  wrong: string;
  /** What worked instead. */
  right?: string;
  /** What the error names, as a reason: a module, a program. */
  because?: string;
  /** Names further facts that the wording needs, by relation. */
  facts?: Readonly<Record<string, string>>;
  /** What the check said, where the lesson is about its findings. */
  findings?: readonly Finding[];
}

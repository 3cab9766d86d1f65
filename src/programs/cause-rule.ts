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

/**
 * How one cause shows itself in one line of output.
 *
 * Every expression is matched against a single line of at most 500 characters and has no nested quantifier, so that hostile output
 * cannot make it slow.
 */
export interface CauseRule {
  /** Stable name, family first: `python.module`. */
  id: string;
  kind: FailureKind;
  /** A literal that every matching line holds; outputs without it are not searched. */
  has: string;
  /** The line. Groups `subject` and `suggestion` fill the fields of the same name. */
  line: RegExp;
  /** Programs of other makers print such a line, too: every rule that is not general is asked before. */
  general?: true;
  /** Says that a file is not as its formatter would have it. */
  isOfFormatter?: true;
  /** Says only that something is wrong: every other rule that fits says it better. */
  weak?: true;
  /** Strict enough to accuse a shell call that carries no error flag. */
  strict?: true;
  /** Printed by a program that ends with 0 all the same. */
  quiet?: true;
  /** Says what the tool found out about the code under work: a red test, a type error, a lint finding. */
  work?: true;
}

import type { FailureKind } from '../failure.ts';

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
  /** Says only that something is wrong: every other rule that fits says it better. */
  weak?: true;
  /** Strict enough to accuse a shell call that carries no error flag. */
  strict?: true;
  /** Printed by a program that ends with 0 all the same. */
  quiet?: true;
  /** Says what the tool found out about the code under work: a red test, a type error, a lint finding. */
  work?: true;
}

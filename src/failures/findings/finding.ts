import type { FindingKind } from '../../programs/finding-format.ts';

/** The message of a check about one place in the code. */
export interface Finding {
  /** The program that found it: `eslint`, `golangci-lint`, `prettier`. */
  tool: string;
  kind: FindingKind;
  /** The rule's id, plugin first: `unicorn/prefer-ternary`. Formatters have none. */
  rule?: string;
  /** The file, as the tool printed it. */
  path?: string;
  /** The number of places in the file where it was found. */
  places: number;
  /** Whether the tool says that it can repair this itself. */
  fixable?: true;
  /** Whether the session answered it with a comment that switches the rule off there. */
  waived?: true;
  /** The command that repairs what it can, and left this finding. */
  leftBy?: string;
}

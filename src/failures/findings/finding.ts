import type { FindingKind } from '../../programs/finding-format.ts';

/** What a check said about one place of the code. */
export interface Finding {
  /** The program that found it: `eslint`, `golangci-lint`, `prettier`. */
  tool: string;
  kind: FindingKind;
  /** The rule's id, plugin first: `unicorn/prefer-ternary`. Formatters have none. */
  rule?: string;
  /** The file, as the tool printed it. */
  path?: string;
  /** In how many places of the file it was found. */
  places: number;
  /** The tool says that it can repair this itself. */
  fixable?: true;
  /** The session answered it with a comment that switches the rule off there. */
  waived?: true;
  /** The command that repairs what it can, and left this. */
  leftBy?: string;
}

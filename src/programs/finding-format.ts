/**
 * The subject of a finding. `format`: white space and order, which a formatter repairs. `import`: an import too many or too few. `rule`:
 * a rule of style or safety. `compile`: the code under work does not compile.
 */
export type FindingKind = 'format' | 'import' | 'rule' | 'compile';

/**
 * How a tool prints a finding on one line. Expressions are matched against lines of at most 500 characters and have no nested
 * quantifier.
 */
export interface FindingFormat {
  /** A literal that every such line holds; outputs without it are not searched for the format. */
  readonly has: string;
  /** Another literal, anywhere in the output, that tells the tool from others which print such lines. */
  readonly with?: string;
  /** Groups: `rule`, `plugin`, `path`, `message`, `fix` (repairable by the tool). */
  readonly line: RegExp;
  /** Whether the tool has a rule of that name: others print such lines, too. */
  readonly isRule?: (rule: string) => boolean;
  /** Returns the name by which people configure the rule, if the line spells it differently. */
  readonly nameOf?: (rule: string, plugin: string | undefined, line: string) => string;
  /** The kind of the finding, if it is not a rule. */
  readonly kind?: FindingKind;
  /** Rules that are about imports, and those that are about format, without the name of their plugin. */
  readonly kinds?: { readonly import?: string; readonly format?: string };
  /** Returns the kind of the finding if the rule or the message tells it. */
  readonly kindOf?: (rule: string, message: string) => FindingKind | undefined;
  /** `above`: the file stands on a line of its own before it; `below`: it follows, and without it the line is no finding. */
  readonly place?: 'above' | 'below';
}

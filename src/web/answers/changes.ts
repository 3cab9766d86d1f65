/** A file that would be, or was, written. */
export interface ShownFileChange {
  /** Its path relative to the project's root, or below `~`. */
  name: string;
  /** The kind of change. */
  action: 'create' | 'change' | 'remove';
  /** The change as a unified diff. */
  diff: string;
}

/** One project of `/api/diff`. */
export interface ProjectChanges {
  /** The id of the project. */
  project: string;
  /** Its display name. */
  name: string;
  /** Its folder, shown as below `~` if it is. */
  root: string;
  /** Whether it exists on this machine and can be written to. */
  writable: boolean;
  /** The files that would be written. */
  changes: ShownFileChange[];
  /** Reasons why nothing would be written. */
  refusals: string[];
  /** Further notices for the user. */
  notices: string[];
  /** Tokens of its lessons in context files. */
  tokens: number;
  /** Upper bound for these tokens. */
  budget: number;
  /** Number of lessons delivered in context files. */
  delivered: number;
  /** Number of ready lessons that did not fit. */
  leftOut: number;
  /** Identifies exactly these changes, so that they and no others are applied. */
  stamp: string;
  /** The last write that `undo` would revert, with its number. */
  undo?: { at: string; files: string[]; write: number };
}

/** The outcome of a change. */
export interface Done {
  /** A sentence about what was done. */
  said: string;
  /** The files that were, or would be, written. */
  changes: ShownFileChange[];
  /** Further notices for the user. */
  notices: string[];
  /** The number of the write, to undo this one and no other; absent if nothing was written. */
  write?: number;
}

/** The changes that a promotion made, or would make. */
export interface Promotion extends Done {
  /** The target form: `rule`, `adr`, `test`, `hook` or `check`. */
  mechanism: string;
  /** The files that it is written to. */
  targets: string[];
  /** The reason why it cannot be promoted this way. */
  refusal?: string;
}

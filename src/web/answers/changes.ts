/** A file that would be, or was, written. */
export interface ShownFileChange {
  /** Its path from the project's root, or below `~`. */
  name: string;
  /** What would become of it. */
  action: 'create' | 'change' | 'remove';
  /** What would change, as a unified diff. */
  diff: string;
}

/** One project of `/api/diff`. */
export interface ProjectChanges {
  /** The id of the project. */
  project: string;
  /** What people call it. */
  name: string;
  /** Its folder, below `~` where it is. */
  root: string;
  /** Whether it is on this machine and can be written to. */
  writable: boolean;
  /** The files that would be written. */
  changes: ShownFileChange[];
  /** Why nothing would be written. */
  refusals: string[];
  /** What the user should know besides. */
  notices: string[];
  /** Tokens that its lessons take in context files. */
  tokens: number;
  /** Tokens that they may take. */
  budget: number;
  /** Lessons that are told in context files. */
  delivered: number;
  /** Lessons that are ready and did not fit. */
  leftOut: number;
  /** A name for exactly these changes, to apply them and no others. */
  stamp: string;
  /** The last write that `undo` would take back, with its number. */
  undo?: { at: string; files: string[]; write: number };
}

/** What a change came to. */
export interface Done {
  /** What was done, in words. */
  said: string;
  /** The files that were, or would be, written. */
  changes: ShownFileChange[];
  /** What the user should know besides. */
  notices: string[];
  /** The number of the write, to take back this one and no other; absent where nothing was written. */
  write?: number;
}

/** What a promotion wrote, or would write. */
export interface Promotion extends Done {
  /** What it becomes: `rule`, `adr`, `test`, `hook` or `check`. */
  mechanism: string;
  /** The files that it goes to. */
  targets: string[];
  /** Why it cannot be promoted so. */
  refusal?: string;
}

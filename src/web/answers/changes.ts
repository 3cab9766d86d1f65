/** A file that would be, or was, written. */
export interface FileChange {
  name: string;
  action: 'create' | 'change' | 'remove';
  diff: string;
}

/** One project of `/api/diff`. */
export interface ProjectChanges {
  project: string;
  name: string;
  root: string;
  writable: boolean;
  changes: FileChange[];
  refusals: string[];
  notices: string[];
  tokens: number;
  budget: number;
  delivered: number;
  leftOut: number;
  /** The last write that `undo` would take back. */
  undo?: { at: string; files: string[] };
}

/** What a change came to. */
export interface Done {
  /** What was done, in words. */
  said: string;
  changes: FileChange[];
  notices: string[];
}

/** What `/api/promote` would write. */
export interface Promotion extends Done {
  mechanism: string;
  targets: string[];
  /** Why it cannot be promoted so. */
  refusal?: string;
}

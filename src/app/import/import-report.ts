import type { Lesson } from '../../lessons/lesson.ts';
import type { SourceKind } from '../../memory/sources/source.ts';
import type { FileChange } from '../learn/learn-report.ts';

/** The lessons that `import` found, and the files that it would write or wrote. */
export interface ImportReport {
  /** The version of this shape. */
  schema: 1;
  /** The time of the report. */
  at: string;
  /** The folder of the project. */
  root: string;
  /** Whether the changes were written in this run. */
  applied: boolean;
  /** The sources in which lessons were found. */
  sources: FoundSource[];
  /** Sections that seem to hold lessons, which are imported only if named. */
  offered: OfferedSource[];
  /** The lessons, in source order. */
  lessons: ImportedEntry[];
  /** The files that would be, or were, written. */
  changes: FileChange[];
  /** Notices for the user. */
  notices: string[];
}

export interface FoundSource {
  /** Absolute path. */
  path: string;
  /** The name people would use: relative to the project if the file is in it. */
  name: string;
  kind: SourceKind;
  /** The part of the file: `Headroom`, `section "Gotchas"`. */
  label: string;
  /** Number of lessons found in it. */
  lessons: number;
  /** The items left out, with reasons. */
  skipped: { line: number; reason: string }[];
}

export interface OfferedSource {
  path: string;
  name: string;
  /** The heading. */
  section: string;
  /** Its line number, counted from 1. */
  line: number;
  /** Number of items listed. */
  items: number;
}

/** A lesson of a source, in the form that memory stores. */
export interface ImportedEntry
  extends Pick<
    Lesson,
    | 'id'
    | 'kind'
    | 'title'
    | 'guidance'
    | 'trigger'
    | 'status'
    | 'confidence'
    | 'occurrences'
    | 'firstSeen'
    | 'lastSeen'
    | 'fingerprint'
  > {
  /** `add`: new in memory. `merge`: known, and its counts or dates are updated. `keep`: known, with nothing to add. */
  action: 'add' | 'merge' | 'keep';
  /** The name of the source, and the line in it. */
  source: string;
  line: number;
  /** The origin as the entry states it. */
  origin?: string;
  /** For a new entry: the id of a known lesson that may say the same in other words. */
  similar?: string;
}

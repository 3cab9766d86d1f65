import type { Lesson } from '../../lessons/lesson.ts';
import type { SourceKind } from '../../memory/sources/source.ts';
import type { FileChange } from '../learn/learn-report.ts';

/** What `import` found and what it would write, or wrote. */
export interface ImportReport {
  /** The version of this shape. */
  schema: 1;
  /** When the report was made. */
  at: string;
  /** The folder of the project. */
  root: string;
  /** Whether the changes were written in this run. */
  applied: boolean;
  /** Where lessons were found. */
  sources: FoundSource[];
  /** Sections that seem to hold lessons, and are taken only where they are named. */
  offered: OfferedSource[];
  /** The lessons, in the order of the sources. */
  lessons: ImportedEntry[];
  /** The files that would be, or were, written. */
  changes: FileChange[];
  /** What the user should know. */
  notices: string[];
}

export interface FoundSource {
  /** Absolute. */
  path: string;
  /** As people would name it: relative to the project where it is in it. */
  name: string;
  kind: SourceKind;
  /** What of the file it is: `Headroom`, `section "Gotchas"`. */
  label: string;
  /** How many lessons it gave. */
  lessons: number;
  /** What was not taken, and why. */
  skipped: { line: number; reason: string }[];
}

export interface OfferedSource {
  path: string;
  name: string;
  /** The heading. */
  section: string;
  /** Its line, from 1. */
  line: number;
  /** How many items it lists. */
  items: number;
}

/** A lesson of a source, as memory holds it. */
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
  /** `add`: new in memory. `merge`: known, and its counts or dates go on. `keep`: known, with nothing to add. */
  action: 'add' | 'merge' | 'keep';
  /** The source's name, and the line in it. */
  source: string;
  line: number;
  /** What the entry says of where it came from. */
  origin?: string;
  /** Of a new one: the id of a known lesson that may say the same in other words. */
  similar?: string;
}

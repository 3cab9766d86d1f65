import type { Lesson, LessonKind } from '../../lessons/lesson.ts';
import type { MemoryEntry } from '../entry-lesson.ts';

/** The forms in which lessons of others are kept. */
export const SOURCE_KINDS = ['headroom', 'learnings', 'tool-memory', 'bullets'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A lesson as its source has it; what the source does not tell is absent. */
export interface SourceLesson
  extends Partial<
    Pick<
      Lesson,
      | 'title'
      | 'pattern'
      | 'trigger'
      | 'scope'
      | 'reach'
      | 'confidence'
      | 'occurrences'
      | 'sessions'
      | 'wastedCalls'
      | 'evidence'
      | 'errors'
      | 'fingerprint'
    >
  > {
  /** The line of the source that it begins on, from 1. */
  line: number;
  kind: LessonKind;
  /** What to do next time, in the words of the source. */
  guidance: string;
  /** First and last day, `YYYY-MM-DD`. */
  firstSeen?: string;
  lastSeen?: string;
  /** How often it prevented the mistake, as the source counted it. */
  prevented?: number;
  /** What the entry itself says of its phase, dimension and origin. */
  phase?: MemoryEntry['phase'];
  dimension?: MemoryEntry['dimension'];
  origin?: string;
}

/** Something in a source that is not taken. */
export interface Skipped {
  /** The line, from 1. */
  line: number;
  /** Why, as the end of a sentence about it. */
  reason: string;
}

/** What one source holds. */
export interface SourceReading {
  kind: SourceKind;
  /** How people would name it, behind the file's name: `Headroom`, `section "Gotchas"`. */
  label: string;
  lessons: SourceLesson[];
  skipped: Skipped[];
}

/** One form of source. */
export interface SourceReader {
  kind: SourceKind;
  /** Whether a text is of this form, or holds some of it. */
  recognises(text: string, path: string): boolean;
  /** Reads it. A broken file is an error with its line. */
  read(text: string, path: string): SourceReading | Promise<SourceReading>;
}

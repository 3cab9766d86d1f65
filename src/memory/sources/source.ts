import type { Lesson, LessonKind } from '../../lessons/lesson.ts';
import type { MemoryEntry } from '../entry-lesson.ts';

/** The forms in which other tools and people keep lessons. */
const SOURCE_KINDS = ['headroom', 'learnings', 'tool-memory', 'bullets'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A lesson as it is in its source; facts that the source lacks are absent. */
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
  /** Its first line in the source, counted from 1. */
  line: number;
  kind: LessonKind;
  /** The instruction for the next time, in the words of the source. */
  guidance: string;
  /** First and last day, `YYYY-MM-DD`. */
  firstSeen?: string;
  lastSeen?: string;
  /** How often it prevented the mistake, according to the source. */
  prevented?: number;
  /** The phase, dimension and origin stated in the entry itself. */
  phase?: MemoryEntry['phase'];
  dimension?: MemoryEntry['dimension'];
  origin?: string;
}

/** Something in a source that is not imported. */
interface Skipped {
  /** The line, counted from 1. */
  line: number;
  /** The reason, as the end of a sentence about it. */
  reason: string;
}

/** The contents of one source. */
export interface SourceReading {
  kind: SourceKind;
  /** Its name for people, shown after the file's name: `Headroom`, `section "Gotchas"`. */
  label: string;
  lessons: SourceLesson[];
  skipped: Skipped[];
}

/** One form of source. */
export interface SourceReader {
  kind: SourceKind;
  /** Whether a text is in this form, or contains some of it. */
  recognises(text: string, path: string): boolean;
  /** Reads it. A broken file is an error with its line. */
  read(text: string, path: string): SourceReading | Promise<SourceReading>;
}

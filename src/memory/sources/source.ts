import type { Lesson, LessonKind } from '../../lessons/lesson.ts';

/** The forms in which other tools and people keep lessons. */
export type SourceKind = 'headroom' | 'bullets';

/** A lesson as it is in its source; facts that the source lacks are absent. */
export interface SourceLesson extends Partial<Pick<Lesson, 'title' | 'pattern' | 'trigger' | 'scope' | 'occurrences'>> {
  /** Its first line in the source, counted from 1. */
  line: number;
  kind: LessonKind;
  /** The instruction for the next time, in the words of the source. */
  guidance: string;
  /** First and last day, `YYYY-MM-DD`. */
  firstSeen?: string;
  lastSeen?: string;
  /** The origin stated in the entry itself. */
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

import type { LiveCount, LiveFigures } from '../../delivery/journal/fold-journal.ts';
import type { WeekFigures } from '../../lessons/figures.ts';

export type { LiveFigures };

/** What `hardwon stats --json` prints. Fields are added within a version, never renamed or removed. */
export interface StatsReport {
  /** The version of this shape. */
  schema: 1;
  /** When the report was made, ISO 8601. */
  at: string;
  /** From when on was counted; absent where all was. */
  since?: string;
  /** The projects that were asked for, those with the most calls first. */
  projects: ProjectStats[];
  /** All of them together. */
  total: Counted;
  /** What hooks showed, agent by agent; empty where they showed nothing. */
  agents: ({ agent: string } & LiveFigures)[];
  /** Whether any hook has ever written into the journal: else figures of what was shown mean nothing. */
  hasJournal: boolean;
  /** Where the folder that was asked for has no sessions: that folder, and projects that may be meant. */
  nothing?: { folder: string; near: string[] };
  /** What the user should know. */
  notices: string[];
}

/** What was counted in sessions, memory and journal. */
export interface Counted {
  sessions: number;
  calls: number;
  /** Calls that failed. */
  failures: number;
  /** Of these, what a check said about the code under work. */
  work: number;
  /** Week by week, the oldest first. */
  weeks: WeekFigures[];
  /** Failures by kind, the most frequent first. */
  causes: { kind: string; failures: number }[];
  /** How many lessons there are. */
  lessons: LessonFigures;
  /** What came of those that hooks showed. */
  live: LiveFigures;
}

/** How many lessons there are, by what becomes of them; confidence is that of ready ones. */
export interface LessonFigures {
  ready: number;
  watching: number;
  retired: number;
  /** Those that have their rule elsewhere; they count as nothing else. */
  promoted: number;
  high: number;
  medium: number;
  low: number;
}

/** One project. */
export interface ProjectStats extends Counted {
  name: string;
  /** The main checkout, as far as it is known. */
  root: string;
  /** Lessons that hooks showed or withheld, the most often shown first. */
  shown: ShownLesson[];
}

/** What came of one lesson. */
export interface ShownLesson extends LiveCount {
  id: string;
  /** Absent for one that memory has no more. */
  title?: string;
}

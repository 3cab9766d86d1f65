import type { LiveCount, LiveFigures } from '../../delivery/journal/fold-journal.ts';
import type { WeekFigures } from '../../lessons/figures.ts';
import type { TeacherFigures } from '../../teach/teacher-use.ts';
import type { TeamFigures } from '../../team/team-figures.ts';

export type { LiveFigures };

/** The output of `hardwon stats --json`. Fields may be added within a version, but are never renamed or removed. */
export interface StatsReport {
  /** The version of this shape. */
  schema: 1;
  /** The time of the report, ISO 8601. */
  at: string;
  /** Start of the period counted; absent if it covers everything. */
  since?: string;
  /** The requested projects, those with the most calls first. */
  projects: ProjectStats[];
  /** Totals over all projects. */
  total: Counted;
  /** The effect of hooks, by agent; empty if they showed nothing. */
  agents: ({ agent: string } & LiveFigures)[];
  /** Whether any hook has ever written to the journal: otherwise figures about shown lessons mean nothing. */
  hasJournal: boolean;
  /** What teachers took that explained cases of any project; absent if none was asked. */
  teachers?: TeacherFigures[];
  /** What the team knows about these projects; absent without a team. */
  team?: TeamFigures;
  /** Set if the requested folder has no sessions: that folder, and projects that may be meant. */
  nothing?: { folder: string; near: string[] };
  /** Notices for the user. */
  notices: string[];
}

/** Figures from sessions, memory and journal. */
export interface Counted {
  sessions: number;
  calls: number;
  /** Number of calls that failed. */
  failures: number;
  /** The failures among them that a check reported about the code under work. */
  work: number;
  /** Figures by week, the oldest first. */
  weeks: WeekFigures[];
  /** Failures by kind, the most frequent first. */
  causes: { kind: string; failures: number }[];
  /** Numbers of lessons. */
  lessons: LessonFigures;
  /** The effect of lessons that hooks showed. */
  live: LiveFigures;
}

/** Numbers of lessons by status; the confidence is that of ready ones. */
export interface LessonFigures {
  ready: number;
  watching: number;
  retired: number;
  /** Lessons whose rule was moved elsewhere; these are not counted in any other number. */
  promoted: number;
  high: number;
  medium: number;
  low: number;
}

/** The figures of one project. */
export interface ProjectStats extends Counted {
  name: string;
  /** The main checkout, if it is known. */
  root: string;
  /** Lessons that hooks showed or withheld, those shown most often first. */
  shown: ShownLesson[];
}

/** The effect of one lesson. */
export interface ShownLesson extends LiveCount {
  id: string;
  /** Absent for a lesson that is no longer in memory. */
  title?: string;
}

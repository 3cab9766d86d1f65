import type { LiveCount } from '../../delivery/journal/fold-journal.ts';
import type { UnexplainedCases } from '../../delivery/snapshot/snapshot.ts';
import type { FailureFigures } from '../../lessons/figures.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import type { TrackRecord } from '../../lessons/track-record.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';

/** The output of `hardwon learn --json`. Fields may be added within a version, but are never renamed or removed. */
export interface LearnReport {
  /** The version of this shape. */
  schema: 1;
  /** The time of the report, ISO 8601. */
  at: string;
  /** The logs read for the report. */
  read: ReadFigures;
  projects: ProjectReport[];
  /** Lessons that hold in several projects; only if all projects were requested, and there are such lessons. */
  everywhere?: EverywhereReport;
  /** Set if the requested folder has no sessions: that folder, and projects that may be meant. */
  nothing?: { folder: string; near: string[] };
  /** Notices for the user: unreadable files, a rebuilt index, a block that was edited by hand. */
  notices: string[];
}

/** Figures about the logs read. */
export interface ReadFigures {
  /** Number of log files that exist now. */
  files: number;
  /** Bytes read in this run: only the new parts. */
  bytes: number;
  /** Number of lines that could not be read, over all files. */
  badLines: number;
  /** The first of these lines, with the reasons. */
  bad: { path: string; line: number; reason: string }[];
  /** Number of files that could not be opened. */
  unreadable: number;
  /** The folder where the logs of each agent were looked for, and the number of files found. */
  agents: { name: string; title: string; root: string; files: number }[];
}

/** A lesson with how it would be delivered. */
export interface ReportedLesson extends Lesson, Partial<Omit<MemoryEntry, keyof Lesson | 'promoted'>> {
  /** Whether it is in a block to be written, within the budget. */
  delivered: boolean;
  /** The context files whose blocks contain it, by the names people would use. */
  deliveredIn: string[];
  /** The file it was promoted to: it is read there, and is in no block. */
  promoted?: string;
  /** Whether it is new to memory in this run. */
  isNew: boolean;
  /** The user's own files already state it in every project, so no block of this project does. */
  everywhere?: true;
  /** The calls it would have been shown before since it was ready; absent for a lesson that only memory still has. */
  backtest?: TrackRecord;
  /** Number of times it helped, as counted in memory; absent if it never did. */
  helped?: number;
  /** Its effect while agents worked; absent if no hook has shown it. */
  live?: LiveCount;
}

/** The report on one project. */
export interface ProjectReport {
  id: string;
  name: string;
  /** The main checkout, if it is known. */
  root: string;
  /** Whether that folder exists on this machine; lessons are written only if it does. */
  exists: boolean;
  /** Whether the folder contains repositories rather than being one: nothing is written there. */
  container: boolean;
  /** Every folder that belongs to it. */
  folders: string[];
  agents: string[];
  figures: FailureFigures;
  lessons: ReportedLesson[];
  /** The files that would be, or were, written. */
  changes: FileChange[];
  /** Estimated tokens of the delivered lessons, and their upper bound. */
  tokens: number;
  budget: number;
  /** Set if lessons are shown only on a match, and no agent of the project has hooks that would show them. */
  withoutHooks?: true;
  /** Sessions that hooks noted because something failed in them, and that nobody has reviewed; absent if there are none. */
  noted?: number;
  /** What recurs without a lesson and may need one; absent where cases were not opened, as for all projects at once. */
  unexplained?: UnexplainedCases;
  /** Ready lessons that did not fit. */
  leftOut: string[];
  /** Whether the changes were written in this run. */
  applied: boolean;
  /** Reasons why nothing can be written: a broken marker, a block that was edited by hand, a link that leads elsewhere. */
  refusals: string[];
  /** Notices for the user: a broken entry, a file that git does not ignore. */
  notices: string[];
}

/** Facts about tools, shells and machines that several projects show. */
export interface EverywhereReport {
  /** The lessons as numbered by the user's own memory. */
  lessons: (Pick<Lesson, 'id' | 'title' | 'guidance' | 'occurrences' | 'sessions'> & { isNew: boolean })[];
  /** The user's own memory and the files that their agents read in every project, as they would be or were written. */
  changes: Omit<FileChange, 'path'>[];
  /** Whether they were written in this run. */
  applied: boolean;
  notices: string[];
}

/** A change of one file. */
export interface FileChange {
  path: string;
  /** The name people would use for the file: relative to the project, or below `~`. */
  name: string;
  action: 'create' | 'change' | 'remove';
  /** Unified diff. */
  diff: string;
}

import type { LiveCount } from '../../delivery/journal/fold-journal.ts';
import type { FailureFigures } from '../../lessons/figures.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import type { TrackRecord } from '../../lessons/track-record.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';

/** What `hardwon learn --json` prints. Fields are added within a version, never renamed or removed. */
export interface LearnReport {
  /** The version of this shape. */
  schema: 1;
  /** When the report was made, ISO 8601. */
  at: string;
  /** What was read for it. */
  read: ReadFigures;
  projects: ProjectReport[];
  /** What holds in several projects; only where all were asked for, and there is such. */
  everywhere?: EverywhereReport;
  /** Where the folder that was asked for has no sessions: that folder, and projects that may be meant. */
  nothing?: { folder: string; near: string[] };
  /** What the user should know: unreadable files, a rebuilt index, a block that was edited by hand. */
  notices: string[];
}

/** What reading the logs came to. */
export interface ReadFigures {
  /** Log files that exist now. */
  files: number;
  /** Bytes read in this run: only what is new. */
  bytes: number;
  /** Lines that could not be read, over all files. */
  badLines: number;
  /** The first of them, with the reason. */
  bad: { path: string; line: number; reason: string }[];
  /** Files that could not be opened. */
  unreadable: number;
  /** Where the logs of each agent were looked for, and how many files there were. */
  agents: { name: string; title: string; root: string; files: number }[];
}

/** A lesson with what would be done with it. */
export interface ReportedLesson extends Lesson, Partial<Omit<MemoryEntry, keyof Lesson | 'promoted'>> {
  /** Whether it is in a block that is written, within the budget. */
  delivered: boolean;
  /** The context files whose blocks it is in, as people would name them. */
  deliveredIn: string[];
  /** Where it was promoted to: it is told there, and in no block. */
  promoted?: string;
  /** Whether memory did not know it before this run. */
  isNew: boolean;
  /** The user's own files tell it in every project; so it is in no block of this one. */
  everywhere?: true;
  /** What it would have been shown before since it was ready; absent for one that only memory still knows. */
  backtest?: TrackRecord;
  /** How often it helped, by the count that memory keeps; absent where it never did. */
  helped?: number;
  /** What came of it while agents worked; absent for one that no hook has shown. */
  live?: LiveCount;
}

/** One project. */
export interface ProjectReport {
  id: string;
  name: string;
  /** The main checkout, as far as it is known. */
  root: string;
  /** Whether that folder is on this machine; lessons are written only where it is. */
  exists: boolean;
  /** Whether it is a folder that holds repositories rather than being one: nothing is written there. */
  container: boolean;
  /** Every folder that belongs to it. */
  folders: string[];
  agents: string[];
  figures: FailureFigures;
  lessons: ReportedLesson[];
  /** The files that would be, or were, written. */
  changes: FileChange[];
  /** Estimated tokens of the delivered lessons, and the most there may be. */
  tokens: number;
  budget: number;
  /** Lessons are told on match, and no agent of the project has hooks that would; absent else. */
  withoutHooks?: true;
  /** Sessions that hooks noted, because something failed in them, and that nobody has looked at; absent where there are none. */
  noted?: number;
  /** Ready lessons that did not fit. */
  leftOut: string[];
  /** Whether the changes were written in this run. */
  applied: boolean;
  /** Why nothing can be written: a broken marker, a block that was edited by hand, a link that leads away. */
  refusals: string[];
  /** What the user should know: a broken entry, a file git does not ignore. */
  notices: string[];
}

/** Facts of tools, shells and machines that several projects show. */
export interface EverywhereReport {
  /** As the user's own memory numbers them. */
  lessons: (Pick<Lesson, 'id' | 'title' | 'guidance' | 'occurrences' | 'sessions'> & { isNew: boolean })[];
  /** The user's own memory and the files that their agents read in every project, as they would be, or were, written. */
  changes: Omit<FileChange, 'path'>[];
  /** Whether they were written in this run. */
  applied: boolean;
  notices: string[];
}

/** A change of one file. */
export interface FileChange {
  path: string;
  /** The file as people would name it: relative to the project, or below `~`. */
  name: string;
  action: 'create' | 'change' | 'remove';
  /** Unified diff. */
  diff: string;
}

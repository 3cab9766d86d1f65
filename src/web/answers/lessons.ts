import type { Confidence, LessonKind, LessonStatus, Reach } from '../../lessons/lesson.ts';
import type { Told } from './overview.ts';
import type { Excerpt } from './sessions.ts';

/** A lesson in a list. */
export interface LessonRow {
  /** The id of its project. */
  project: string;
  /** What people call the project. */
  projectName: string;
  /** Unique in its project: `L-003`. */
  id: string;
  /** It in a few words; parts in backticks are code. */
  title: string;
  /** What to do next time. */
  guidance: string;
  /** What it is about. */
  kind: LessonKind;
  /** Whether it is told, watched or over. */
  status: LessonStatus;
  /** How much there is to be said for it. */
  confidence: Confidence;
  /** Of whom it is true: the project, this machine or this user. */
  reach: Reach;
  /** How often it was seen. */
  occurrences: number;
  /** In how many sessions. */
  sessions: number;
  /** Calls that went by from its failures to their fixes. */
  wastedCalls: number;
  /** When it was seen last, ISO 8601. */
  lastSeen: string;
  /** Whether it is told in a context file. */
  delivered: boolean;
  /** Whether memory has it; what is only found so far is written with the first decision. */
  isNew: boolean;
  /** Why somebody should look at it. */
  review?: 'conflict' | 'due' | 'new' | 'watching';
  /** What it was promoted to. */
  promoted?: string;
  /** The day on which a person confirmed it. */
  validated?: string;
  /** When it applies, with the matching calls that failed and that did not. */
  trigger?: { rule: string; failed: number; succeeded: number };
}

/** `/api/lessons`. */
export interface Lessons {
  /** Lessons that match. */
  total: number;
  /** Where the first row stands among all. */
  offset: number;
  /** Those from `offset` on. */
  rows: LessonRow[];
  /** How many there are in each group, with the other filters. */
  counts: Record<'review' | 'ready' | 'watching' | 'promoted' | 'retired' | 'all', number>;
  /** Why lessons of a project cannot be listed: its memory cannot be read. */
  refusals: string[];
  /** The kinds that the group has, whichever kind is chosen. */
  kinds: { kind: LessonKind; lessons: number }[];
}

/** Something that happened to a lesson. */
export interface JournalLine {
  /** When, as a day or ISO 8601; empty where that is not known. */
  at: string;
  /** What happened. */
  text: string;
}

/** `/api/lessons/:project/:id`. */
export interface LessonDetail extends LessonRow {
  /** What happened. */
  pattern: string;
  /** Paths that it is true of; everywhere where empty. */
  scope: string[];
  /** The phase of work that it matters in. */
  phase: string;
  /** The side of the work that it is about. */
  dimension: string;
  /** When it was seen first, ISO 8601. */
  firstSeen: string;
  /** The files that tell it, or will. */
  deliveredIn: string[];
  /** Those of them that will, as soon as what would be written is. */
  awaitedIn: string[];
  /** It is told where it matches a call, and in no file: its line would cost more than it saves. */
  onMatch?: true;
  /** Where it comes from, if not from sessions. */
  origin?: string;
  /** Why it may contradict another one. */
  conflict?: string;
  /** When somebody decided that it stays a lesson. */
  kept?: string;
  /** Fields that a person worded. */
  edited: string[];
  /** When it applies, in full. */
  triggerDetail?: { rule: string; when?: string; error?: string; failed: number; succeeded: number };
  /** What it would have been shown before. */
  backtest?: { later: number; shown: number; calls: number; falseAlarms?: number };
  /** What came of it while agents worked. */
  live?: Omit<Told, 'falseAlarms' | 'unknown' | 'opened' | 'withheld'> & { lastShown: string };
  /** The sessions behind it, the newest first. */
  evidence: { agent: string; session: string; at: string }[];
  /** The calls around the newest failures, of different sessions where there are several. */
  excerpts: Excerpt[];
  /** Lessons that contradict it. */
  opponents: LessonRow[];
  /** Lessons that it speaks against and gives way to: it is watched only. */
  yieldsTo: LessonRow[];
  /** Lessons that may say the same. */
  similar: LessonRow[];
  /** What keeps it from being promoted. */
  missing: string[];
  /** What it may be promoted to, the best first. */
  mechanisms: string[];
  /** What happened to it, the oldest first. */
  journal: JournalLine[];
  /** Whether it can be decided on here. */
  writable: boolean;
}

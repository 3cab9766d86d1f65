import type { Confidence, LessonKind, LessonStatus, Reach } from '../../lessons/lesson.ts';
import type { Excerpt } from './sessions.ts';

/** A lesson in a list. */
export interface LessonRow {
  project: string;
  projectName: string;
  id: string;
  title: string;
  guidance: string;
  kind: LessonKind;
  status: LessonStatus;
  confidence: Confidence;
  reach: Reach;
  occurrences: number;
  sessions: number;
  wastedCalls: number;
  lastSeen: string;
  delivered: boolean;
  /** Whether memory has it; what is only found so far is written with the first decision. */
  isNew: boolean;
  /** Why somebody should look at it. */
  review?: 'conflict' | 'due' | 'new' | 'watching';
  promoted?: string;
  validated?: string;
  trigger?: { rule: string; failed: number; succeeded: number };
}

/** `/api/lessons`. */
export interface Lessons {
  total: number;
  /** Where the first row stands among all. */
  offset: number;
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
  at: string;
  text: string;
}

/** `/api/lessons/:project/:id`. */
export interface LessonDetail extends LessonRow {
  pattern: string;
  scope: string[];
  phase: string;
  dimension: string;
  firstSeen: string;
  deliveredIn: string[];
  origin?: string;
  conflict?: string;
  kept?: string;
  edited: string[];
  triggerDetail?: { rule: string; when?: string; error?: string; failed: number; succeeded: number };
  /** What it would have been shown before. */
  backtest?: { later: number; shown: number; calls: number; falseAlarms?: number };
  live?: { shown: number; followed: number; helped: number; lastShown: string };
  evidence: { agent: string; session: string; at: string }[];
  excerpts: Excerpt[];
  /** Lessons that contradict it. */
  opponents: LessonRow[];
  /** Lessons that may say the same. */
  similar: LessonRow[];
  /** What keeps it from being promoted. */
  missing: string[];
  /** What it may be promoted to, the best first. */
  mechanisms: string[];
  journal: JournalLine[];
  writable: boolean;
}

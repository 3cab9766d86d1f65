import type { Confidence, LessonKind, LessonStatus, Reach } from '../../lessons/lesson.ts';
import type { Told } from './overview.ts';
import type { Excerpt } from './sessions.ts';

/** A lesson in a list. */
export interface LessonRow {
  /** The id of its project. */
  project: string;
  /** The display name of the project. */
  projectName: string;
  /** Unique within its project: `L-003`. */
  id: string;
  /** A short description; parts in backticks are code. */
  title: string;
  /** The action to take next time. */
  guidance: string;
  /** The subject of the lesson. */
  kind: LessonKind;
  /** Whether it is delivered, watched or retired. */
  status: LessonStatus;
  /** The strength of its evidence. */
  confidence: Confidence;
  /** Its reach: the project, this machine or this user. */
  reach: Reach;
  /** Number of times it was seen. */
  occurrences: number;
  /** Number of sessions in which it was seen. */
  sessions: number;
  /** Number of calls between its failures and their fixes. */
  wastedCalls: number;
  /** The time it was last seen, ISO 8601. */
  lastSeen: string;
  /** Whether it is in a context file. */
  delivered: boolean;
  /** Whether memory does not have it yet; a lesson that was only found so far is written with the first decision. */
  isNew: boolean;
  /** The reason why a person should review it. */
  review?: 'conflict' | 'due' | 'new' | 'watching';
  /** The rule or file that it was promoted to. */
  promoted?: string;
  /** The day on which a person confirmed it. */
  validated?: string;
  /** The condition under which it applies, with the numbers of matching calls that failed and that did not. */
  trigger?: { rule: string; failed: number; succeeded: number };
}

/** `/api/lessons`. */
export interface Lessons {
  /** Number of lessons that match. */
  total: number;
  /** Position of the first row among all that match. */
  offset: number;
  /** The rows from `offset` on. */
  rows: LessonRow[];
  /** Number of lessons in each group, under the other filters. */
  counts: Record<'review' | 'ready' | 'watching' | 'promoted' | 'retired' | 'rejected' | 'all', number>;
  /** The lessons that people rejected, the latest first; only if they are asked for. */
  rejected: RejectedLesson[];
  /** Reasons why lessons of a project cannot be listed: its memory cannot be read. */
  refusals: string[];
  /** The kinds that occur in the group, whichever kind is chosen. */
  kinds: { kind: LessonKind; lessons: number }[];
}

/** A lesson that a person rejected, and that can be restored. */
export interface RejectedLesson {
  /** The id of its project. */
  project: string;
  /** The display name of the project. */
  projectName: string;
  /** The id that it had. */
  id: string;
  /** Its title. */
  title: string;
  /** The day on which it was rejected. */
  day: string;
  /** The reason. */
  reason: string;
  /** Whether it can be restored here. */
  writable: boolean;
}

/** An event in the history of a lesson. */
export interface JournalLine {
  /** The time, as a day or ISO 8601; empty if it is not known. */
  at: string;
  /** The event. */
  text: string;
}

/** `/api/lessons/:project/:id`. */
export interface LessonDetail extends LessonRow {
  /** The failure that it is about. */
  pattern: string;
  /** Paths where it holds; empty means everywhere. */
  scope: string[];
  /** The phase of work in which it matters. */
  phase: string;
  /** The aspect of the work that it is about. */
  dimension: string;
  /** The time it was first seen, ISO 8601. */
  firstSeen: string;
  /** The files that contain it, or will. */
  deliveredIn: string[];
  /** Those of the files that will contain it once the planned changes are written. */
  awaitedIn: string[];
  /** Set if it is shown only when it matches a call, and is in no file: its line would cost more than it saves. */
  onMatch?: true;
  /** Its origin, if that is not sessions. */
  origin?: string;
  /** The people of the team who found it, and the machines; absent if nobody sent it. */
  team?: { people: number; machines: number };
  /** The reason why it may contradict another lesson. */
  conflict?: string;
  /** The time at which a person decided that it stays a lesson. */
  kept?: string;
  /** Fields worded by a person. */
  edited: string[];
  /** The full condition under which it applies. */
  triggerDetail?: { rule: string; when?: string; error?: string; failed: number; succeeded: number };
  /** The calls that it would have been shown before. */
  backtest?: { later: number; shown: number; calls: number; falseAlarms?: number };
  /** Its effect while agents worked. */
  live?: Omit<Told, 'falseAlarms' | 'unknown' | 'opened' | 'withheld'> & { lastShown: string };
  /** The sessions behind it, the newest first. */
  evidence: { agent: string; session: string; at: string }[];
  /** The calls around the newest failures, from different sessions if there are several. */
  excerpts: Excerpt[];
  /** Lessons that contradict it. */
  opponents: LessonRow[];
  /** Lessons that it contradicts and that take precedence, so that it is only watched. */
  yieldsTo: LessonRow[];
  /** Lessons that may say the same. */
  similar: LessonRow[];
  /** The conditions for a promotion that are not yet met. */
  missing: string[];
  /** The forms that it may be promoted to, the best first. */
  mechanisms: string[];
  /** Its history, the oldest event first. */
  journal: JournalLine[];
  /** Whether decisions on it can be written here. */
  writable: boolean;
}

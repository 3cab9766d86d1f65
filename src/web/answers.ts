import type { Confidence, LessonKind, LessonStatus, Reach } from '../lessons/lesson.ts';

/** What the server answers, as docs/api.md describes it. The page imports these types and nothing else of the program. */

/** Which part of history is asked for. */
export interface Asked {
  /** Ids of projects; all where empty. */
  projects: string[];
  /** Names of agents; all where empty. */
  agents: string[];
  /** Days as `2026-03-01`; open where absent. */
  since?: string;
  until?: string;
}

/** How far the server is with reading. */
export interface Status {
  /** Changes with everything that the page shows. */
  version: number;
  /** Whether there is something to show. */
  ready: boolean;
  /** Bytes of logs that are read and that there are, while it reads. */
  reading?: { done: number; total: number };
  /** Why nothing could be read. */
  problem?: string;
  /** Whether changes are refused. */
  readOnly: boolean;
  /** The version of hardwon. */
  hardwon: string;
  /** When what is shown was read, ISO 8601. */
  at: string;
  /** What the user should know. */
  notices: string[];
  projects: ProjectChoice[];
  agents: { name: string; title: string }[];
  /** The project that the server was started in. */
  here?: string;
}

/** A project to choose. */
export interface ProjectChoice {
  id: string;
  name: string;
  /** Below `~` where it is. */
  root: string;
  /** Whether it is on this machine and can be written to. */
  writable: boolean;
  calls: number;
  failures: number;
  sessions: number;
  lessons: number;
  /** Files that `apply` would write. */
  changes: number;
}

/** A column of counts over time. */
export interface Series {
  /** The id of a project, or the name of an agent. */
  key: string;
  name: string;
  failures: number[];
  calls: number[];
}

/** What lessons came in on a day. */
export interface Mark {
  /** The day. */
  day: string;
  project: string;
  /** The lessons that were first written to a context file then. */
  lessons: string[];
}

/** Sums over what was asked for. */
export interface Totals {
  sessions: number;
  calls: number;
  failures: number;
  /** Failures without an error flag. */
  unflagged: number;
  /** Failures that are findings about the code under work. */
  work: number;
  rejected: number;
  blocked: number;
  /** Calls and minutes from failures up to their fixes. */
  lostCalls: number;
  lostMinutes: number;
}

/** `/api/overview`. */
export interface Overview {
  asked: Asked;
  totals: Totals;
  /** The same for as many days before, where a time was asked for. */
  before?: Totals;
  /** Failures by kind, most frequent first. */
  causes: { kind: string; failures: number; work: boolean }[];
  /** Lessons by status, and those that were promoted, wait for a decision or contradict another one. */
  lessons: { ready: number; watching: number; retired: number; promoted: number; due: number; conflicts: number; review: number };
  projects: { id: string; name: string; calls: number; failures: number }[];
  agents: { name: string; title: string; calls: number; failures: number }[];
  /** The lessons that cost most calls. */
  costly: { project: string; id: string; title: string; occurrences: number; wastedCalls: number; status: LessonStatus }[];
  /** The last backtest that was run. */
  backtest?: Ladder;
}

/** `/api/failures`. */
export interface Failures {
  /** How many days a column is: 1, 7 or 28. */
  step: number;
  /** The first day of each column. */
  days: string[];
  calls: number[];
  failures: number[];
  series: Series[];
  marks: Mark[];
}

/** The steps of a backtest, each with its count. */
export interface Ladder {
  /** When it was run, ISO 8601. */
  at: string;
  verdict: string;
  reason?: string;
  sessions: number;
  calls: number;
  steps: { name: string; count: number; meaning: string }[];
  falseAlarmsPer1000: number;
  tokensPerSession: number;
}

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
  counts: Record<'review' | 'ready' | 'watching' | 'promoted' | 'retired' | 'all', number>;
}

/** A call as the page shows it; texts are redacted and cut. */
export interface ShownCall {
  id: string;
  /** Its place among the calls of the session. */
  index: number;
  agent: string;
  session: string;
  name: string;
  tool: string;
  input: string;
  output: string;
  /** Characters of the whole output. */
  outputLength: number;
  outcome: string;
  at: string;
  /** Milliseconds until its result came. */
  took?: number;
  /** Why it failed. */
  kind?: string;
  diagnostic?: string;
  /** The index of the call that fixed it. */
  fixedBy?: number;
  /** The indexes of the failures that it fixed. */
  fixes?: number[];
  /** The lesson that its failure is evidence of. */
  lesson?: { project: string; id: string; title: string };
  /** What the user said when they refused it. */
  said?: string;
  thread?: string;
}

/** What a person wrote in a session. */
export interface ShownMessage {
  /** It stands before the call of this index. */
  index: number;
  at: string;
  text: string;
}

/** A part of a session around a failure and its fix. */
export interface Excerpt {
  agent: string;
  session: string;
  at: string;
  /** The indexes of the failure and of its fix; absent where the log is gone. */
  failed?: number;
  fix?: number;
  calls: ShownCall[];
  messages: ShownMessage[];
  /** How the failed call and the one that worked differ, word by word. */
  difference?: { text: string; change: 'same' | 'removed' | 'added' }[];
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

/** A session in a list. */
export interface SessionRow {
  agent: string;
  session: string;
  project: string;
  projectName: string;
  title?: string;
  branch?: string;
  startedAt?: string;
  endedAt?: string;
  calls: number;
  failures: number;
}

/** `/api/sessions`. */
export interface Sessions {
  total: number;
  offset: number;
  rows: SessionRow[];
}

/** `/api/sessions/:agent/:session`. */
export interface SessionDetail {
  about: SessionRow;
  /** One letter for each call: `.` ok, `x` failed, `w` finding about the code, `r` refused, `-` other. */
  strip: string;
  /** Calls from `offset` on. */
  offset: number;
  calls: ShownCall[];
  messages: ShownMessage[];
  /** Every failure with a fix or a lesson, by index. */
  failures: { index: number; kind?: string; fixedBy?: number; lesson?: string }[];
}

/** A file that would be, or was, written. */
export interface FileChange {
  name: string;
  action: 'create' | 'change' | 'remove';
  diff: string;
}

/** One project of `/api/diff`. */
export interface ProjectChanges {
  project: string;
  name: string;
  root: string;
  writable: boolean;
  changes: FileChange[];
  refusals: string[];
  notices: string[];
  tokens: number;
  budget: number;
  delivered: number;
  leftOut: number;
  /** The last write that `undo` would take back. */
  undo?: { at: string; files: string[] };
}

/** What a change came to. */
export interface Done {
  /** What was done, in words. */
  said: string;
  changes: FileChange[];
  notices: string[];
}

/** What `/api/promote` would write. */
export interface Promotion extends Done {
  mechanism: string;
  targets: string[];
  /** Why it cannot be promoted so. */
  refusal?: string;
}

/** Who would be asked about a failure: `/api/teacher`. */
export interface AskedTeacher {
  /** As in the configuration: `builtin`, `anthropic`, `openai`, `agent`, `webhook`. */
  name: string;
  /** Whether what it is told leaves this machine. */
  leavesMachine: boolean;
  /** Where it is sent, for people. */
  destination?: string;
  /** Whose file gets the rule, where the report does not say. */
  file: 'user' | 'project';
}

/** What a teacher made of a report, before anything is written. */
export interface ReportPreview {
  teacher: AskedTeacher;
  /** The root cause. */
  analysis: string;
  /** Nothing where the teacher has none to give. */
  rule?: { rule: string; when: string; why: string };
  /** Why the rule would not be kept. */
  refusal?: Problem;
  notices: string[];
}

/** An error of the API. */
export interface Problem {
  error: string;
  hint?: string;
}

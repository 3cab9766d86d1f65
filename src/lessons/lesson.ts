/**
 * The categories of lessons. The first nine are stable facts about a project; the last three change and go to the agent's own
 * memory.
 */
export type LessonKind =
  | 'environment'
  | 'path'
  | 'search-scope'
  | 'command'
  | 'preference'
  | 'large-file'
  | 'tool-use'
  | 'prerequisite'
  | 'convention'
  | 'missing-path'
  | 'retry'
  | 'permission';

/** `ready`: seen often enough to be delivered. `watching`: a first sighting. `retired`: was true once. */
export type LessonStatus = 'ready' | 'watching' | 'retired';

export type Confidence = 'low' | 'medium' | 'high';

/** The audience for which a lesson is true; it decides the file in which it is delivered. */
export type Reach = 'project' | 'machine' | 'user' | 'general';

/** The words that commands begin with and those that work in their place: `python3` and `uv run python`. */
export interface Exchange {
  wrong: string;
  right: string;
}

/** The machine-checkable condition under which a lesson applies. */
export interface Trigger {
  /** Written the way agents write permission rules: `Bash(python3 *)`, `Read(**\/Foo.java)`. */
  rule: string;
  /** Additional conditions, joined by ` and `: `cwd is not .`, `file not read`. */
  when?: string;
  /** The pattern of the error, if the call's text alone is not enough. */
  error?: string;
  /** Recorded calls that the rule matches: the number that failed for this reason and the number that succeeded. */
  failed: number;
  succeeded: number;
}

/** A pointer into a session: never a copy of an output. */
export interface Evidence {
  agent: string;
  session: string;
  /** The agent's own id of the failed call; absent if the only evidence is a message. */
  call?: string;
  /** A message of a person: the agent's own id of it, or its timestamp if it has none. */
  message?: string;
  /** The agent's own id of the call that worked, if one did. */
  fix?: string;
  /** The time at which the call failed or the message was sent, ISO 8601. */
  at: string;
}

/** The mark of a lesson whose line in a context file would cost more than it saves: it is told when it matches a call. */
export const ON_MATCH = 'on match';

/** The mark of a watched lesson that states a known fact about a tool or a shell: hooks tell it from its first sighting. */
export const AT_ONCE = 'at once';

/** Returns the key that identifies evidence: its call, or else its message. */
export function evidenceKey({ call, message }: Pick<Evidence, 'call' | 'message'>): string {
  return call ?? `!${message ?? ''}`;
}

export interface Lesson {
  /** For example `L-001`; stable from run to run once it is in memory. */
  id: string;
  /** Equal for the same lesson, whoever finds it; `learn` matches known lessons by it. */
  fingerprint: string;
  kind: LessonKind;
  /** One line, as a colleague would write it. */
  title: string;
  /** The description of the mistake, with its count. */
  pattern: string;
  /** The instruction for the next time; it can be copied. */
  guidance: string;
  trigger?: Trigger;
  /** Paths or globs, relative to the repository, that the lesson is about. */
  scope: string[];
  reach: Reach;
  status: LessonStatus;
  confidence: Confidence;
  /** The number of failed calls behind it. */
  occurrences: number;
  /** The number of distinct sessions behind it. */
  sessions: number;
  /** The number of failed calls and of those made between each and its fix. */
  wastedCalls: number;
  /** The minutes and tokens that these took; absent if no log records them. */
  wastedMinutes?: number;
  wastedTokens?: number;
  firstSeen: string;
  lastSeen: string;
  /**
   * `on match`: its line in a context file would cost more than it saves, so it is told when it matches a call. `at once`: it is
   * watched, and hooks tell it. Any other word was written by a person and leaves it in the file.
   */
  told?: string;
  /**
   * Fingerprints of the lessons to which it gives way: it is only watched, although it was seen often enough. Memory does not
   * keep them.
   */
  yieldsTo?: readonly string[];
  evidence: Evidence[];
  /** Marks of the newest errors of these calls (`failures/error-mark.ts`), by which a query about an error finds the lesson. */
  errors?: readonly string[];
  /** Its origin, if not the logs. */
  origin?: string;
}

/** The origin of a lesson that people of the team found, and that nobody found here. */
export const TEAM_ORIGIN = 'learned on machines of the team';

/** Whether a teacher worded it, and it was checked against history and kept. */
export function isTaught(origin: string | undefined): boolean {
  return origin?.startsWith('taught on ') === true;
}

/**
 * Whether it was counted elsewhere, by the source from which it was imported. Captured or learned lessons are counted here,
 * although no call is on record.
 */
export function isImported({ origin, evidence }: Pick<Lesson, 'origin' | 'evidence'>): boolean {
  return origin !== undefined && !/^(?:captured|learned on)\b/.test(origin) && evidence.length === 0;
}

/** The categories of lessons. The first nine are stable facts of a project; the last three change and go to the agent's own memory. */
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

/** Whom a lesson is true for; decides the file it is delivered in. */
export type Reach = 'project' | 'machine' | 'user' | 'general';

/** The words that commands begin with, and what works in their place: `python3`, and `uv run python`. */
export interface Exchange {
  wrong: string;
  right: string;
}

/** The machine-checkable condition under which a lesson applies. */
export interface Trigger {
  /** Written the way agents write permission rules: `Bash(python3 *)`, `Read(**\/Foo.java)`. */
  rule: string;
  /** What must be so besides, joined by ` and `: `cwd is not .`, `file not read`. */
  when?: string;
  /** What the error says where the call's text alone is not enough. */
  error?: string;
  /** Calls on record that the rule matches: how many failed for this reason, how many succeeded. */
  failed: number;
  succeeded: number;
}

/** A pointer into a session: never a copy of an output. */
export interface Evidence {
  agent: string;
  session: string;
  /** The agent's own id of the failed call; absent where only a message is the evidence. */
  call?: string;
  /** A message of a person: the agent's own id of it, or its time where it has none. */
  message?: string;
  /** The agent's own id of the call that worked, where one did. */
  fix?: string;
  /** When the call failed or the message was sent, ISO 8601. */
  at: string;
}

/** How a lesson is told whose line in a context file would cost more than it saves: where it matches a call. */
export const ON_MATCH = 'on match';

/** How a lesson is told that is watched, and states a known fact of a tool or a shell: by hooks, from the first time it was seen. */
export const AT_ONCE = 'at once';

/** What evidence is known by: its call, else its message. */
export function evidenceKey({ call, message }: Pick<Evidence, 'call' | 'message'>): string {
  return call ?? `!${message ?? ''}`;
}

export interface Lesson {
  /** `L-001`; stable from run to run once it is kept in memory. */
  id: string;
  /** Equal for the same lesson, whoever finds it: what `learn` matches known lessons by. */
  fingerprint: string;
  kind: LessonKind;
  /** One line a colleague would write. */
  title: string;
  /** What happened, with its count. */
  pattern: string;
  /** What to do next time; can be copied. */
  guidance: string;
  trigger?: Trigger;
  /** Paths or globs, relative to the repository, that the lesson is about. */
  scope: string[];
  reach: Reach;
  status: LessonStatus;
  confidence: Confidence;
  /** Failed calls behind it. */
  occurrences: number;
  /** Distinct sessions behind it. */
  sessions: number;
  /** The failed calls, and those made between each and its fix. */
  wastedCalls: number;
  /** Minutes and tokens that these took; absent where no log told them. */
  wastedMinutes?: number;
  wastedTokens?: number;
  firstSeen: string;
  lastSeen: string;
  /**
   * `on match`: its line in a context file would cost more than it saves, so it is told by what matches calls. `at once`: it is watched, and
   * hooks tell it. Any other word is a person's, and leaves it in the file.
   */
  told?: string;
  /** Fingerprints of lessons that it gives way to: it is watched, though it was seen often enough. Memory does not keep them. */
  yieldsTo?: readonly string[];
  evidence: Evidence[];
  /** Marks of the errors of these calls (`failures/error-mark.ts`), the newest: what somebody asks about is known by them. */
  errors?: readonly string[];
  /** Where it came from, if not from the logs. */
  origin?: string;
}

/** Whether it was counted elsewhere, by what it was imported from. What was captured or learned is counted here, though no call is on record. */
export function isImported({ origin, evidence }: Pick<Lesson, 'origin' | 'evidence'>): boolean {
  return origin !== undefined && !/^(?:captured|learned on)\b/.test(origin) && evidence.length === 0;
}

import type { LessonMode, LiveMode } from '../../config/config.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Exchange, Lesson } from '../../lessons/lesson.ts';
import type { SafeLine } from '../../lessons/quotable.ts';
import type { UnsolvedFailure } from '../../lessons/recurring/unsolved.ts';
import type { TextNeed } from '../../lessons/triggers/anchors.ts';
import type { Condition } from '../../lessons/triggers/condition.ts';
import type { Glob } from '../../lessons/triggers/glob.ts';
import type { TriggerMode } from '../../lessons/triggers/mode.ts';
import type { ReplayedTrigger } from '../../lessons/triggers/proven.ts';
import type { TriggerRule } from '../../lessons/triggers/rule.ts';

/** The permissions of a hook, as configured when the snapshot was written. */
export interface LiveSettings {
  /** The reaction to a call that is about to fail; `off` silences hooks altogether. */
  mode: LiveMode;
  /** Whether lessons that no context file tells are told when a session starts. */
  sessionStart: boolean;
  /** Whether known issues are told when a call has failed. */
  failures: boolean;
  /** Whether shown lessons are recorded in the journal. */
  journal: boolean;
  /** The action when a turn ends. */
  stop: 'off' | 'candidates' | 'ask';
  /** The share of sessions that is told nothing; 0 for none. */
  holdout: number;
}

/** The defaults for hooks. */
export const DEFAULT_LIVE: LiveSettings = {
  mode: DEFAULTS.liveMode,
  sessionStart: true,
  failures: true,
  journal: true,
  stop: 'candidates',
  holdout: 0,
};

/** The state of a file: equal stamps mean an equal text. */
export interface FileStamp {
  path: string;
  size: number;
  mtimeMs: number;
}

/** A file that an agent reads before it works. */
export interface ReadFile {
  /** The path, relative to the checkout if it is inside, otherwise absolute. */
  path: string;
  /** Files in whose presence the agent does not read it, in the same form. */
  unless?: readonly string[];
  /** The key of the project's block in a file of many projects. */
  key?: string;
}

/** The facts that hooks must remember about a session because some condition needs them. */
export interface WatchedFacts {
  /** Words of which one occurs in each command that a condition needs. */
  words: readonly string[];
  /** Whether some such command has no distinctive word: every command must be examined. */
  anyCommand: boolean;
  /** The commands as their rules write them. */
  commands: readonly (readonly Glob[])[];
  /** Whether some condition needs to know which files were read. */
  reads: boolean;
  /** Whether some condition needs to know which files commands wrote, or which files were edited. */
  writes: boolean;
  /** Whether some condition needs to know which commands are running. */
  running?: boolean;
}

/** The facts that are available without reading a lesson. */
export interface SnapshotHeader {
  /** The main checkout of the project. */
  root: string;
  /** Every folder that belongs to the project. */
  folders: readonly string[];
  /** The memory file from which the lessons were taken. */
  memory: FileStamp;
  live: LiveSettings;
  /** The context files of each agent, by its name. */
  reads: Readonly<Record<string, readonly ReadFile[]>>;
  watched: WatchedFacts;
  /** Numbers of the lessons that are worth telling at the start of a session, the most valuable first. */
  ranked: readonly number[];
  /** Recurring failures that no lesson explains. */
  unsolved?: readonly UnsolvedNote[];
  /** What recurs without a lesson, as of the last `learn --apply`. */
  unexplained?: UnexplainedCases;
}

/** Failures that recur without a lesson, and what they cost. */
export interface UnexplainedCases {
  cases: number;
  calls: number;
  minutes: number;
  /** About what a teacher would be sent, in tokens. */
  tokens?: number;
}

/** A recurring failure, which is recognised by `mark`. */
export type UnsolvedNote = Omit<UnsolvedFailure, 'key'> & { mark: string };

/** A lesson as hooks need it: no part of it is parsed again. */
export interface SnapshotLesson extends Pick<Lesson, 'id' | 'kind' | 'confidence'> {
  /** The guidance in one line that cannot break out of its place. */
  text: SafeLine;
  /** The reason of the failure, if the lesson is a fix that was saved for a tool. */
  cause?: SafeLine;
  /** Whether it is a fix that an agent saved and nobody has confirmed: told only at that very error, and as unconfirmed. */
  isUnconfirmed?: true;
  /** The hash of the guidance as it was in memory. */
  hash: string;
  /** The number of failures behind it; 0 for one from elsewhere. */
  seen: number;
  /** `warn`: precise enough to be shown before a call. */
  mode: TriggerMode;
  /** Recorded calls that the trigger matches: the number that failed, and the number that went well. */
  failed: number;
  succeeded: number;
  /** The result of replaying this machine's own sessions for the trigger, with the lower bound of its precision. */
  replayed?: ReplayedTrigger & { precision: number };
  /** The words that commands begin with and those that work in their place, if the lesson is about nothing else. */
  exchange?: Exchange;
  /** Whether it stopped a call that went well, or rewrote one that failed, and nobody has confirmed it since. */
  isContradicted?: true;
  /** The user's mode for this lesson. */
  own?: LessonMode;
  /** The rule that the call must match; absent for a lesson without a trigger. */
  rule?: TriggerRule;
  /** The additional conditions. */
  conditions?: readonly Condition[];
  /** The text that the call must contain, checked before it is parsed. */
  needs?: readonly TextNeed[];
  /** The pattern of the error. */
  error?: Glob;
  /** Globs, relative to the repository, that the lesson is about. */
  scope?: readonly string[];
  /** The agents that it concerns; all if absent. */
  agents?: readonly string[];
  /** The words that a command begins with and those that work in their place: proved well enough to be exchanged. */
  rewrite?: { from: string; to: string };
}

import type { LessonMode, LiveMode } from '../../config/config.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Confidence, Exchange, LessonKind } from '../../lessons/lesson.ts';
import type { SafeLine } from '../../lessons/quotable.ts';
import type { UnsolvedFailure } from '../../lessons/recurring/unsolved.ts';
import type { TextNeed } from '../../lessons/triggers/anchors.ts';
import type { Condition } from '../../lessons/triggers/condition.ts';
import type { Glob } from '../../lessons/triggers/glob.ts';
import type { TriggerMode } from '../../lessons/triggers/mode.ts';
import type { ReplayedTrigger } from '../../lessons/triggers/proven.ts';
import type { TriggerRule } from '../../lessons/triggers/rule.ts';

/** What a hook may do, as the configuration had it when the snapshot was written. */
export interface LiveSettings {
  /** What is done about a call that is about to fail; `off` silences hooks altogether. */
  mode: LiveMode;
  /** Whether lessons that no context file tells are told when a session starts. */
  sessionStart: boolean;
  /** Whether known issues are told when a call has failed. */
  failures: boolean;
  /** Whether what was shown is noted in the journal. */
  journal: boolean;
  /** What is done when a turn ends. */
  stop: 'off' | 'candidates' | 'ask';
  /** The share of sessions that gets nothing; 0 for none. */
  holdout: number;
}

/** What hooks do unless the configuration says otherwise. */
export const DEFAULT_LIVE: LiveSettings = {
  mode: DEFAULTS.liveMode,
  sessionStart: true,
  failures: true,
  journal: true,
  stop: 'candidates',
  holdout: 0,
};

/** A file as it was: equal stamps mean an equal text. */
export interface FileStamp {
  path: string;
  size: number;
  mtimeMs: number;
}

/** A file that an agent reads before it works. */
export interface ReadFile {
  /** Relative to the checkout where it is in it, else absolute. */
  path: string;
  /** Files in whose presence the agent does not read it, written alike. */
  unless?: readonly string[];
  /** The key of the project's block in a file of many projects. */
  key?: string;
}

/** What hooks must remember of a session because some condition asks for it. */
export interface WatchedFacts {
  /** Words of which one stands in each command that a condition asks for. */
  words: readonly string[];
  /** Some such command has no word of its own: every command must be looked at. */
  anyCommand: boolean;
  /** The commands as their rules have them. */
  commands: readonly (readonly Glob[])[];
  /** Some condition asks which files were read. */
  reads: boolean;
  /** Some condition asks which files commands wrote, or which files were edited. */
  writes: boolean;
  /** Some condition asks which commands are running. */
  running?: boolean;
}

/** What is known without looking at a lesson. */
export interface SnapshotHeader {
  /** The main checkout of the project. */
  root: string;
  /** Every folder that belongs to the project. */
  folders: readonly string[];
  /** The memory file that the lessons were taken from. */
  memory: FileStamp;
  live: LiveSettings;
  /** The context files of each agent, by its name. */
  reads: Readonly<Record<string, readonly ReadFile[]>>;
  watched: WatchedFacts;
  /** Numbers of the lessons that are worth telling at the start of a session, the most valuable first. */
  ranked: readonly number[];
  /** Failures that recur and that no lesson explains. */
  unsolved?: readonly UnsolvedNote[];
}

/** A failure that recurs: `mark` is what it is known by. */
export type UnsolvedNote = Omit<UnsolvedFailure, 'key'> & { mark: string };

/** A lesson as hooks need it: nothing of it is parsed again. */
export interface SnapshotLesson {
  id: string;
  kind: LessonKind;
  /** The guidance in one line that cannot break out of its place. */
  text: SafeLine;
  /** Why it fails, where the lesson is a fix that was saved for a tool. */
  cause?: SafeLine;
  /** True for a fix that an agent saved and nobody has confirmed: told at that very error, and as what it is. */
  isUnconfirmed?: true;
  /** The hash of the guidance as memory had it. */
  hash: string;
  confidence: Confidence;
  /** Failures behind it; 0 for one that came from elsewhere. */
  seen: number;
  /** `warn`: sharp enough to be shown before a call. */
  mode: TriggerMode;
  /** Calls on record that the trigger matches: how many failed, and how many went well. */
  failed: number;
  succeeded: number;
  /** What a replay of this machine's own sessions says of the trigger, with the least that its precision may be. */
  replayed?: ReplayedTrigger & { precision: number };
  /** The words that commands begin with, and what works in their place, where the lesson is about nothing else. */
  exchange?: Exchange;
  /** It stopped a call that went well, or rewrote one that failed, and nobody has confirmed it since. */
  isContradicted?: true;
  /** What the user wants to be done for this lesson. */
  own?: LessonMode;
  /** What the call must be; absent for a lesson without a trigger. */
  rule?: TriggerRule;
  /** What must be so besides. */
  conditions?: readonly Condition[];
  /** What the text of the call must hold, asked before it is taken apart. */
  needs?: readonly TextNeed[];
  /** What the error must say. */
  error?: Glob;
  /** Globs, relative to the repository, that the lesson is about. */
  scope?: readonly string[];
  /** The agents it says anything to; all where absent. */
  agents?: readonly string[];
  /** The words that a command begins with, and what works in their place: proven well enough to be exchanged. */
  rewrite?: { from: string; to: string };
}

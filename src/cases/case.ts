import type { Message } from '../agents/call.ts';
import type { Step } from '../failures/recovery/session-view.ts';

/** A session as cases show it: the judged calls of each thread, and what was said. */
export interface CaseSession {
  /** Its place among the sessions of the project, oldest first: `S12`. */
  name: string;
  agent: string;
  session: string;
  /** The user in whose home folder it was held. */
  user?: string;
  at: number;
  threads: readonly (readonly Step[])[];
  /** What people typed. */
  messages: readonly Message[];
  /** What agents wrote. */
  statements: readonly Message[];
}

/** One call in its session. */
export interface PlacedCall {
  step: Step;
  session: CaseSession;
  /** The calls of its thread, in order; `step.index` is its place among them. */
  thread: readonly Step[];
}

/** Why a call is in a case. */
export type FailingReason =
  /** It failed, and the agent flagged it. */
  | 'failed'
  /** It failed, and only its output shows that. */
  | 'masked'
  /** A person refused it. */
  | 'rejected'
  /** A hook or a permission rule refused it. */
  | 'blocked'
  /** It was stopped because it did not end. */
  | 'endless'
  /** It printed more than the agent could read. */
  | 'flooded'
  /** It searched where nothing was found. */
  | 'empty'
  /** It read a log of CI that shows a failure. */
  | 'ci'
  /** It changed a file of another checkout than the one that its session works in. */
  | 'elsewhere';

/** A call that did not do what it was for. */
export interface Failing extends PlacedCall {
  trouble: FailingReason;
  /** The lines that say what is wrong, as printed; never empty. */
  lines: readonly string[];
  /** The same without what varies from call to call. */
  keys: readonly string[];
}

/** One failing call with its surroundings. */
export interface Exhibit {
  failed: Failing;
  /** The calls that followed, up to the one that worked. */
  next: readonly Step[];
  /** What the agent wrote next, and what the person said next. */
  stated?: Message;
  said?: Message;
}

/** How calls of the same program with and without one part went. */
export interface PartContrast {
  part: string;
  failedWith: number;
  workedWith: number;
  failedWithout: number;
  workedWithout: number;
}

/** How often the same form worked after its last failure. */
export interface Ended {
  calls: number;
  sessions: number;
  firstAt: number;
  lastAt: number;
}

/** Failures that recur, with what shows their cause. */
export interface Case {
  /** `C-3f2a91`, by its key: the same for the same cause, however often it has come up. */
  id: string;
  key: string;
  title: string;
  /** The program or the tool that most of its calls are about. */
  program: string;
  failing: readonly Failing[];
  /** The names of its sessions. */
  sessions: readonly string[];
  firstAt: number;
  lastAt: number;
  /** The failing calls and those up to the one that worked, and the minutes that they took. */
  cost: { calls: number; minutes: number };
  exhibits: readonly Exhibit[];
  /** Other lines that several of its outputs name, with the number of calls. */
  parts: readonly { line: string; calls: number }[];
  contrast: readonly PartContrast[];
  /** Calls like its own that worked, in any session; the most similar ones first. */
  worked: readonly PlacedCall[];
  /** All calls of the same program: how many worked, in how many sessions. */
  usual?: { failed: number; worked: number; sessions: number };
  ended?: Ended;
  /** In how many of its sessions a check was red before anything was edited. */
  untouched?: number;
}

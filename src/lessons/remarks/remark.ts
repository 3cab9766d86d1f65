import type { Call } from '../../agents/call.ts';

/** Whether a person wants something done or avoided. */
export type RemarkStance = 'do' | 'avoid';

/** The kind of demand that a person's sentence makes on the agent's way of working. */
type RemarkKind =
  /** A rule in the person's own words: "don't use default exports". */
  | 'rule'
  /** A wish that many people have, told in a fixed sentence. */
  | 'wish'
  /** A check that the person asks for after a change: "and then run pnpm lint". */
  | 'check'
  /** A file that the person had to mention: "also update CHANGELOG.md". */
  | 'reminder'
  /** A command in place of another: "use bun, not npm". */
  | 'swap';

/** One sentence of a person that may be a rule. Only recurring remarks become lessons. */
export interface Remark {
  kind: RemarkKind;
  /** Its subject, equal for equal remarks; rules in free words are compared by their words instead. */
  key: string;
  agent: string;
  session: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The id of its message, as used in evidence. */
  message?: string;
  /** The refused or corrected call it is about. */
  call?: string;
  /** The call that did what was asked. */
  fix?: string;
  /** The sentence as typed. */
  said: string;
  stance: RemarkStance;
  /** The words that carry its meaning, normalised. */
  words: readonly string[];
  /** Whether it applies to every occasion: "never", "always", "I told you". */
  isGeneral: boolean;
  /** Whether it was said outright, after the agent had worked: it need not be repeated. */
  isOutright?: true;
  /** The command before it to which it objects, as a lesson would quote it. */
  wrong?: string;
  /** Whether it was said while refusing or interrupting a call. */
  isRefusal: boolean;
  /** The whole message: the same text in several sessions is a template sent again, not a person repeating themselves. */
  source: string;
}

/** A person's words and their position in the session. */
export interface Saying {
  text: string;
  seq: number;
  at: number;
  message?: string;
  /** The call that was refused or interrupted with these words. */
  refused?: Call;
  /** The calls of the main conversation before the words, newest first, and those up to the next message. */
  before: readonly Call[];
  after: readonly Call[];
}

/** Remarks with the same meaning. */
export interface RemarkGroup {
  kind: Remark['kind'];
  key: string;
  /** Oldest first. */
  remarks: readonly Remark[];
  /** The number of sessions in which a person said it; a text that was sent again counts once. */
  sessions: number;
  messages: number;
}

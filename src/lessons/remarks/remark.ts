import type { Call } from '../../agents/call.ts';

/** Whether a person wants something done or left. */
export type RemarkStance = 'do' | 'avoid';

/** What a sentence of a person asks of the agent's way of working. */
export type RemarkKind =
  /** A rule in the person's own words: "don't use default exports". */
  | 'rule'
  /** A wish that many people have, told in a fixed sentence. */
  | 'wish'
  /** A check that the person asks for after a change: "and then run pnpm lint". */
  | 'check'
  /** A file that the person had to ask for: "also update CHANGELOG.md". */
  | 'reminder'
  /** A command in place of another one: "use bun, not npm". */
  | 'swap';

/** One sentence of a person that may be a rule. Only what recurs becomes a lesson. */
export interface Remark {
  kind: RemarkKind;
  /** What it is about, equal for equal remarks; rules in free words are compared by their words instead. */
  key: string;
  agent: string;
  session: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The message it stands in, as evidence names it. */
  message?: string;
  /** The refused or corrected call it is about. */
  call?: string;
  /** The call that did what was asked. */
  fix?: string;
  /** The sentence, as it was typed. */
  said: string;
  stance: RemarkStance;
  /** The words that make up its meaning, folded. */
  words: readonly string[];
  /** Said of every time: "never", "always", "I told you". */
  isGeneral: boolean;
  /** Said outright, after the agent had worked: it need not be said again. */
  isOutright?: true;
  /** The command before it that did what it is against, as a lesson would quote it. */
  wrong?: string;
  /** Said while refusing or interrupting a call. */
  isRefusal: boolean;
  /** The whole message: the same text in several sessions is a template that was sent again, not a person who said it again. */
  source: string;
}

/** What a person said, and where in the session. */
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

/** Remarks that say the same. */
export interface RemarkGroup {
  kind: Remark['kind'];
  key: string;
  /** Oldest first. */
  remarks: readonly Remark[];
  /** Sessions in which a person said it; a text that was sent again counts once. */
  sessions: number;
  messages: number;
}

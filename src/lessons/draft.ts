import type { ClaimGroup } from './claim-group.ts';
import type { History } from './history.ts';
import type { LessonKind, Reach } from './lesson.ts';
import type { Quotable, Sentence } from './quotable.ts';

/** What a group of claims says, in words. */
export interface Draft {
  kind: LessonKind;
  reach: Reach;
  title: Sentence;
  guidance: Sentence;
  /** What happened. */
  pattern: Sentence;
  scope: Quotable[];
  /** The rule under which it applies, where one can be written. */
  rule?: Quotable;
  /** What must be so besides: the conditions of docs/triggers.md. */
  when?: Quotable;
  /** What title and guidance name without recommending it; all else that they name must pass the guard. */
  against?: readonly Quotable[];
  /** Its guidance with other ways to the same end, the best first: the first that no other lesson speaks against is told. */
  otherWays?: readonly Sentence[];
  /** The words that commands begin with and those that work in their place, where the lesson is nothing but this exchange. */
  exchange?: { wrong: Quotable; right: Quotable };
  /** No word of it is from a session: it states a known fact of a tool or a shell, and sessions only show that it matters here. */
  isKnownFact?: true;
  /** What it cannot say: what to do, and then it is only watched; or what to use in place of what is left out. A lesson that can goes first. */
  lacks?: 'action' | 'replacement';
  /** It joins several facts, and those that no longer hold were left out one by one: calls that match it say nothing of all of them. */
  ageByItem?: true;
  /** Calls that match often work, and that says nothing against the lesson: it is about what came before or after them. */
  oftenWorks?: true;
  /** What of the group it speaks of, where that is not all of it: the rest is no evidence of it. */
  about?: ClaimGroup;
}

/** Puts a group of claims into words; undefined where it says nothing worth telling. */
export type Wording = (group: ClaimGroup, history: History) => Draft | undefined;

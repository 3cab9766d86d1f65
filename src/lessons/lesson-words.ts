import type { ClaimGroup } from './claim-group.ts';
import type { History } from './history.ts';
import type { LessonKind, Reach } from './lesson.ts';
import type { Quotable, Sentence } from './quotable.ts';

/** The wording of a group of claims. */
export interface LessonWords {
  kind: LessonKind;
  reach: Reach;
  title: Sentence;
  guidance: Sentence;
  /** The description of the mistake. */
  pattern: Sentence;
  scope: Quotable[];
  /** The rule under which it applies, if one can be written. */
  rule?: Quotable;
  /** The additional conditions of the trigger, as in docs/triggers.md. */
  when?: Quotable;
  /** The names that title and guidance mention without recommending them; all other names must pass the guard. */
  against?: readonly Quotable[];
  /**
   * Its guidance with alternative ways to the same end, the best first: the first that no other lesson speaks against is told.
   */
  otherWays?: readonly Sentence[];
  /** The words that commands begin with and those that work in their place, if the lesson is nothing but this exchange. */
  exchange?: { wrong: Quotable; right: Quotable };
  /**
   * Whether no word of it is from a session: it states a known fact about a tool or a shell, and sessions only show that it
   * matters here.
   */
  isKnownFact?: true;
  /**
   * The part that the lesson cannot state: `action`, what to do, and then it is only watched; or `replacement`, what to use in
   * place of a removed part. A lesson that lacks nothing goes first.
   */
  lacks?: 'action' | 'replacement';
  /**
   * Whether it joins several facts of which those that no longer hold were left out one by one: calls that match it say nothing
   * about all of them.
   */
  ageByItem?: true;
  /**
   * Whether calls that match often work without speaking against the lesson, because it is about what came before or after them.
   */
  oftenWorks?: true;
  /** The part of the group that it covers, if that is not the whole group: the rest is no evidence of it. */
  about?: ClaimGroup;
}

/** Puts a group of claims into words; undefined if it says nothing worth telling. */
export type Wording = (group: ClaimGroup, history: History) => LessonWords | undefined;

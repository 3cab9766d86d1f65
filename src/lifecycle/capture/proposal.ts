import type { Confidence, Evidence, LessonKind } from '../../lessons/lesson.ts';
import type { NumberlessLesson } from '../../memory/entry-lesson.ts';
import type { Dimension, Phase } from '../../memory/phases.ts';

/** Something that may become a lesson: in the words of a person, an agent, a review, or of hardwon itself. */
export interface Proposal {
  /** One line; made from the guidance where absent. */
  title?: string;
  phase?: Phase;
  dimension?: Dimension;
  /** Paths, modules or globs, relative to the repository; none: about the project as a whole. */
  scope: readonly string[];
  /** What happened. */
  pattern: string;
  /** What to do next time. */
  guidance: string;
  kind?: LessonKind;
  /** How sure it is said to be; low where absent. */
  confidence?: Confidence;
  /** Where it came from: `captured on 2026-03-09`. */
  origin: string;
  /** A person wrote it, elsewhere: it may be of medium confidence at first sight. */
  isSaidByPerson?: true;
  /** A person has set its confidence, in the editor. */
  isSetByHand?: true;
  /** Words that nobody here has read: they wait for a person, however often they come. */
  isUnread?: true;
  /** A rule that says when it applies: it need not name a path, a command or a check. */
  isRule?: true;
  /** Holds something like a secret, which was taken out. */
  hasSecret?: true;
  /** What `learn` would know it by, where a person has reworded what a session shows; with the calls behind it. */
  fingerprint?: string;
  evidence?: readonly Evidence[];
  /** What a session shows: the lesson in fixed sentences, with its evidence. Its words are those of the proposal. */
  found?: NumberlessLesson;
}

/** A proposal that a session makes, in hardwon's own words. */
export function proposeFound(found: NumberlessLesson, origin: string): Proposal {
  const { title, scope, pattern, guidance, kind } = found;
  return { title, scope, pattern, guidance, kind, origin, found };
}

/** What may be said of a lesson, or not. */
type Said = Pick<Proposal, 'scope' | 'pattern' | 'guidance' | 'origin'> & {
  [Part in 'title' | 'phase' | 'dimension' | 'kind' | 'confidence']?: Proposal[Part] | undefined;
};

/** A proposal of what was said; what was not said, or is empty, is left out. */
export function makeProposal({ title, phase, dimension, kind, confidence, ...rest }: Said): Proposal {
  return {
    ...(title && { title }),
    ...(phase && { phase }),
    ...(dimension && { dimension }),
    ...(kind && { kind }),
    ...(confidence && { confidence }),
    ...rest,
  };
}

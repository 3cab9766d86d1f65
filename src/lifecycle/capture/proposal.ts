import type { Confidence, Evidence, LessonKind } from '../../lessons/lesson.ts';
import type { NewEntry } from '../../memory/entry-lesson.ts';
import type { Dimension, Phase } from '../../memory/phases.ts';

/** A candidate for a lesson, in the words of a person, an agent, a review or hardwon itself. */
export interface Proposal {
  /** One line; derived from the guidance if absent. */
  title?: string;
  phase?: Phase;
  dimension?: Dimension;
  /** Paths, modules or globs relative to the repository; empty if it is about the whole project. */
  scope: readonly string[];
  /** The mistake or event that the lesson is about. */
  pattern: string;
  /** The instruction for the next time. */
  guidance: string;
  kind?: LessonKind;
  /** The stated confidence; low if absent. */
  confidence?: Confidence;
  /** Its origin: `captured on 2026-03-09`. */
  origin: string;
  /** A person wrote it elsewhere, so it may start with medium confidence. */
  isSaidByPerson?: true;
  /** Whether a person set its confidence in the editor. */
  isSetByHand?: true;
  /** Whether nobody has read the words here: it waits for a person's confirmation, however often it is seen. */
  isUnread?: true;
  /** Whether it is a rule that states when it applies, so that it need not name a path, a command or a check. */
  isRule?: true;
  /** Whether it contained something like a secret, which was redacted. */
  hasSecret?: true;
  /**
   * The fingerprint by which `learn` identifies it, and the calls behind it, if a person reworded a lesson found in a session.
   */
  fingerprint?: string;
  evidence?: readonly Evidence[];
  /** The lesson as found in a session, in fixed sentences and with its evidence. Its words are those of the proposal. */
  found?: NewEntry;
}

/** Makes a proposal, in hardwon's own words, from a lesson found in a session. */
export function proposeFound(found: NewEntry, origin: string): Proposal {
  const { title, scope, pattern, guidance, kind } = found;
  return { title, scope, pattern, guidance, kind, origin, found };
}

/** The parts of a lesson that may or may not have been given. */
type Said = Pick<Proposal, 'scope' | 'pattern' | 'guidance' | 'origin'> & {
  [Part in 'title' | 'phase' | 'dimension' | 'kind' | 'confidence']?: Proposal[Part] | undefined;
};

/** Makes a proposal from the given parts; missing and empty ones are left out. */
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

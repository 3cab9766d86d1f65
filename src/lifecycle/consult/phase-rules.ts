import { fixed, type Sentence } from '../../lessons/quotable.ts';
import type { Dimension, Phase } from '../../memory/phases.ts';
import type { Task } from './match-entry.ts';

/** The lessons that a phase of work asks for, and their use. */
interface PhaseRule {
  /**
   * The condition that includes a lesson about certain files if the task's files are known. `scope`: it covers one of them.
   * `both`: it covers one and belongs to this phase. `either`: one of the two holds. `dimension`: neither matters, it regulates
   * what this phase decides.
   */
  includes: 'scope' | 'both' | 'either' | 'dimension';
  /** The dimension that a lesson must regulate, if that includes it. */
  dimension?: Dimension;
  /** Prerequisites count as lessons of this phase if no files are known, and come before others of the same confidence. */
  wantsPrerequisites?: true;
  /** The name of the work in a sentence: `Before implementing`. */
  before: string;
  /** The purpose of the lessons in this phase. */
  use: Sentence;
}

/**
 * One row for each phase; docs/consult.md shows the same table. In every phase, a lesson about the whole project is selected by
 * phase alone, and so is every lesson if no files are known.
 */
export const PHASE_RULES: Readonly<Record<Phase, PhaseRule>> = {
  specify: {
    includes: 'dimension',
    dimension: 'behaviour',
    before: 'Before specifying',
    use: fixed('Include these edge cases, which failed before.'),
  },
  plan: {
    includes: 'dimension',
    dimension: 'architecture',
    before: 'Before planning',
    use: fixed('Expect these constraints in the design.'),
  },
  implement: {
    includes: 'scope',
    before: 'Before implementing',
    use: fixed('Follow the guidance while writing, rather than after it fails.'),
  },
  verify: {
    includes: 'both',
    wantsPrerequisites: true,
    before: 'Before verifying',
    use: fixed('Do what has to be done first: seeds, variables, builds.'),
  },
  review: {
    includes: 'scope',
    before: 'Before reviewing',
    use: fixed('Look for these known mistakes; raise the severity of a finding that matches one.'),
  },
  refine: {
    includes: 'either',
    before: 'Before refining',
    use: fixed('See that the change does not bring these back.'),
  },
  debug: {
    includes: 'either',
    before: 'Before debugging',
    use: fixed('Check these known causes first.'),
  },
};

/** Completes a task with defaults for what was not specified. */
export function readTask(
  asked: { phase?: Phase | undefined; dimension?: Dimension | undefined; files?: readonly string[] | undefined },
  files: readonly string[],
): Task {
  const { phase, dimension } = asked;
  const isByFiles = phase === undefined && dimension === undefined && files.length > 0;
  return { phase: choosePhase(asked), files, isByFiles, dimension };
}

/** Returns the phase; a question about a dimension alone is asked in the phase that decides it. */
function choosePhase(asked: {
  phase?: Phase | undefined;
  dimension?: Dimension | undefined;
  files?: readonly string[] | undefined;
}): Phase {
  const { phase, dimension, files } = asked;
  if (phase !== undefined) return phase;
  const deciding = Object.entries(PHASE_RULES).find(
    ([, rule]) => rule.dimension !== undefined && rule.dimension === dimension,
  );
  return files === undefined && deciding ? (deciding[0] as Phase) : 'implement';
}

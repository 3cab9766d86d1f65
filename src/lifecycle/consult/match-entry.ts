import type { EntryHead } from '../../memory/entry-lesson.ts';
import { type Dimension, type Phase, readDimension, readPhase } from '../../memory/phases.ts';
import { fileMatcher } from '../scope/scope.ts';
import { PHASE_RULES } from './phase-rules.ts';

/** The work that lessons are wanted for. */
export interface Task {
  /** What is about to be done. */
  phase: Phase;
  /** Only lessons that regulate this; in a phase that goes by dimension, instead of its own. */
  dimension?: Dimension;
  /** The files it is about, relative to the repository; `src/` is a folder with all in it, and globs are understood. */
  files: readonly string[];
  /** Neither phase nor dimension were asked for: where files are known, lessons about the whole project are only counted. */
  isByFiles?: boolean;
}

/** Why a lesson was included. */
export interface EntryMatch {
  /** The task's files that its scope speaks of. */
  files: string[];
  /** Whether it is of the phase that was asked for. */
  byPhase: boolean;
  /** What it regulates, where that is why. */
  byDimension?: Dimension;
}

/** Finds out of a lesson whether it concerns the task; `undefined`: it does not. Retired ones never do. */
export function entryMatcher(task: Task): (head: EntryHead) => EntryMatch | undefined {
  const rule = PHASE_RULES[task.phase];
  const filesOf = fileMatcher(task.files);
  return (head) => {
    const dimension = readDimension(head.dimension);
    if (head.status === 'retired' || (task.dimension !== undefined && dimension !== task.dimension)) return undefined;
    const files = filesOf(head.scope);
    const byPhase = isOfPhase(head, task);
    const match: EntryMatch = { files, byPhase };
    if (rule.includes === 'dimension') {
      const wanted = task.dimension ?? rule.dimension;
      if (wanted !== undefined && dimension === wanted) return { ...match, byDimension: wanted };
      return byPhase && head.scope.length === 0 ? match : undefined;
    }
    if (head.scope.length === 0 || task.files.length === 0) return byPhase ? match : undefined;
    const inScope = files.length > 0;
    const isIncluded = { scope: inScope, both: inScope && byPhase, either: inScope || byPhase }[rule.includes];
    return isIncluded ? match : undefined;
  };
}

function isOfPhase(head: EntryHead, { phase, files }: Task): boolean {
  // The format has one phase; people write two.
  if (head.phase.split(/[,|/]/).some((each) => readPhase(each) === phase)) return true;
  return PHASE_RULES[phase].wantsPrerequisites === true && files.length === 0 && head.kind === 'prerequisite';
}

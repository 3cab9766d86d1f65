import type { EntryHead } from '../../memory/entry-lesson.ts';
import { type Dimension, type Phase, readDimension, readPhase } from '../../memory/phases.ts';
import { fileMatcher } from '../scope/scope.ts';
import { PHASE_RULES } from './phase-rules.ts';

/** The work for which lessons are wanted. */
export interface Task {
  /** The phase of work that is about to begin. */
  phase: Phase;
  /**
   * Limits the result to lessons that regulate this dimension; in a phase that selects by dimension, it replaces the phase's own.
   */
  dimension?: Dimension;
  /** The files concerned, relative to the repository; `src/` is a folder with everything in it, and globs are supported. */
  files: readonly string[];
  /** Neither a phase nor a dimension was asked for: if files are known, lessons about the whole project are only counted. */
  isByFiles?: boolean;
}

/** Why a lesson was included. */
export interface EntryMatch {
  /** The task's files that its scope covers. */
  files: string[];
  /** Whether it belongs to the phase that was asked for. */
  byPhase: boolean;
  /** The dimension that it regulates, if that is why. */
  byDimension?: Dimension;
}

/** Returns a function that matches a lesson against the task; `undefined` means no match. Retired lessons never match. */
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
  // The format allows one phase, but people write two.
  if (head.phase.split(/[,|/]/).some((each) => readPhase(each) === phase)) return true;
  return PHASE_RULES[phase].wantsPrerequisites === true && files.length === 0 && head.kind === 'prerequisite';
}

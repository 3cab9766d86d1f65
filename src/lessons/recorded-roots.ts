import type { Roots } from '../failures/recovery/session-view.ts';

/** The queries to roots and their answers; null stands for undefined, because JSON has no undefined. */
export interface RootAnswers {
  /** Keyed by working directory, then by path. */
  relative: Record<string, Record<string, string | null>>;
  checkout: Record<string, string | null>;
}

/** Roots that record the queries to them. */
interface RecordedRoots extends Roots {
  answers: RootAnswers;
}

/**
 * Records the queries of a session to its project's roots, about fifteen. A project gets new folders all the time, with each
 * worktree; the findings of a session change only if the roots answer differently.
 */
export function recordRoots(roots: Roots): RecordedRoots {
  // Without prototypes, because a path may have any name.
  const answers: RootAnswers = { relative: Object.create(null), checkout: Object.create(null) };
  return {
    answers,
    relative(path, cwd = '') {
      const answer = roots.relative(path, cwd);
      const known = answers.relative[cwd] ?? Object.create(null);
      known[path] = answer ?? null;
      answers.relative[cwd] = known;
      return answer;
    },
    checkout(path) {
      const answer = roots.checkout(path);
      answers.checkout[path] = answer ?? null;
      return answer;
    },
  };
}

/** Whether roots give the same answers as recorded. */
export function answersAlike(roots: Roots, { relative, checkout }: RootAnswers): boolean {
  for (const [cwd, paths] of Object.entries(relative))
    for (const [path, answer] of Object.entries(paths))
      if ((roots.relative(path, cwd) ?? null) !== answer) return false;
  return Object.entries(checkout).every(([path, answer]) => (roots.checkout(path) ?? null) === answer);
}

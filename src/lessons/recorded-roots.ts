import type { Roots } from '../failures/recovery/session-view.ts';

/** What roots were asked, and what they answered; nothing is null, as JSON has it. */
export interface RootAnswers {
  /** By working directory, then by path. */
  relative: Record<string, Record<string, string | null>>;
  checkout: Record<string, string | null>;
}

/** Roots that note what they are asked. */
export interface RecordedRoots extends Roots {
  answers: RootAnswers;
}

/**
 * Notes what a session asks of its project's roots: some fifteen questions. A project gets new folders all the time, with each worktree; what
 * a session shows is another thing only where they answer it otherwise.
 */
export function recordRoots(roots: Roots): RecordedRoots {
  // Without prototypes: a path may be called anything.
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

/** Whether roots answer everything as others did. */
export function answersAlike(roots: Roots, { relative, checkout }: RootAnswers): boolean {
  for (const [cwd, paths] of Object.entries(relative))
    for (const [path, answer] of Object.entries(paths)) if ((roots.relative(path, cwd) ?? null) !== answer) return false;
  return Object.entries(checkout).every(([path, answer]) => (roots.checkout(path) ?? null) === answer);
}

/** When a session was held: from its first call to the end of its last. */
export interface SessionSpan {
  agent: string;
  session: string;
  /** Milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
}

/** How history is cut: into blocks of sessions, or at one moment. */
export type FoldChoice = { folds: number } | { split: Date };

/**
 * Ten: lessons are then learned about as often as a person would run `learn`, and are at most a tenth of the history old. With one
 * fold most of what was known at a session's start would count as unknown; with one per session the work grows with the square.
 */
export const DEFAULT_FOLDS = 10;

/**
 * The moments at which lessons are frozen, ascending. Sessions, in the order of their start, are cut into one block more than there
 * are folds, all of about the same number of sessions: the first is only learned from, each other one is replayed with what was
 * learned before its first session.
 */
export function planFolds(spans: readonly SessionSpan[], choice: FoldChoice): number[] {
  if ('split' in choice) return [choice.split.getTime()];
  const starts = spans.map((span) => span.firstAt).sort((a, b) => a - b);
  const folds = Math.min(choice.folds, starts.length - 1);
  const moments: number[] = [];
  for (let fold = 1; fold <= folds; fold++) {
    const start = starts[Math.ceil((starts.length * fold) / (folds + 1))];
    if (start !== undefined && start > (moments.at(-1) ?? starts[0] ?? 0)) moments.push(start);
  }
  return moments;
}

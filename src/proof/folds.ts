/** The time span of a session: from its first call to the end of its last. */
export interface SessionSpan {
  agent: string;
  session: string;
  /** The version of the agent, if its log records it. */
  version?: string | undefined;
  /** Milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
}

/** The division of history: into blocks of sessions, or at one moment. */
export type FoldChoice = { folds: number } | { split: Date };

/**
 * A hundred: in all but the largest projects lessons are then learned again before every session, as they are for users who run
 * `learn` after each. With ten, a lesson that became ready in the middle of a block counts as unknown for the rest of it, and a
 * tenth of a long history is weeks. Learning again costs little: the findings of a session are determined once, and only combined
 * again.
 */
export const DEFAULT_FOLDS = 100;

/**
 * Returns the moments at which lessons are frozen, ascending. Sessions, in the order of their start, are divided into one block
 * more than there are folds, all of about the same number of sessions: the first is only learned from, each other one is replayed
 * with what was learned before its first session.
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

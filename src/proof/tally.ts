/** The counts of one replayed session, or of several together. All are sums. */
export interface Tally {
  sessions: number;
  calls: number;
  /** Calls that failed, including refused ones, without `work`. */
  failures: number;
  /** The failures that the user, a hook or a permission rule refused. */
  refused: number;
  /** The failures whose cause an earlier session had: the upper bound of what could have been told. */
  known: number;
  /** The known failures whose lesson was in the block with which the session started. */
  told: number;
  /** The known failures that a trigger matched before the call ran. */
  warned: number;
  /** The known failures whose lessons have no trigger that could warn. */
  unwarnable: number;
  /** The known failures that were told or warned about. */
  shown: number;
  /** The shown failures for which only lessons that hold in every project were shown. */
  general: number;
  /** The shown failures whose own session then found a fix with which the lesson can be compared. */
  fixed: number;
  /** The number of these in which the guidance is what worked. */
  agreed: number;
  /** The known failures that a list of the most frequent errors, in the same budget, would have named. */
  listed: number;
  /** The known failures that the lessons of another project would have told or warned about. */
  placebo: number;
  /** The known failures that as many triggers would have hit by chance. */
  chance: number;
  /** Calls, minutes and tokens from a shown failure up to its fix. */
  lostCalls: number;
  lostMinutes: number;
  lostTokens: number;
  /** Calls that a trigger matched and that worked. */
  falseAlarms: number;
  /** Calls that a trigger matched and that failed for another reason. */
  otherReasons: number;
  /**
   * Calls that hooks would have stopped and that failed; and the calls from there up to the fix, and for later failures of the
   * same lessons.
   */
  stops: number;
  stopsSaved: number;
  /** Calls that hooks would have stopped unnecessarily: they worked, or their outcome is unknown. Each costs one call. */
  wrongStops: number;
  /** Red tests and findings about the code being written, those with a known cause, and those told or warned about. */
  work: number;
  workKnown: number;
  workShown: number;
  /** The tokens of the block, summed over sessions. */
  tokens: number;
}

/** The tally of one session. */
export interface SessionTally extends Tally {
  project: string;
  agent: string;
  session: string;
}

/** Returns a tally of zero. */
export function emptyTally(): Tally {
  return {
    sessions: 0,
    calls: 0,
    failures: 0,
    refused: 0,
    known: 0,
    told: 0,
    warned: 0,
    unwarnable: 0,
    shown: 0,
    general: 0,
    fixed: 0,
    agreed: 0,
    listed: 0,
    placebo: 0,
    chance: 0,
    lostCalls: 0,
    lostMinutes: 0,
    lostTokens: 0,
    falseAlarms: 0,
    otherReasons: 0,
    stops: 0,
    stopsSaved: 0,
    wrongStops: 0,
    work: 0,
    workKnown: 0,
    workShown: 0,
    tokens: 0,
  };
}

const figures = Object.keys(emptyTally()) as (keyof Tally)[];

/** Returns the sum of tallies. */
export function sumTallies(tallies: Iterable<Tally>): Tally {
  const sum = emptyTally();
  for (const tally of tallies) for (const figure of figures) sum[figure] += tally[figure];
  return sum;
}

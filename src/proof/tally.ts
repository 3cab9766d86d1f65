/** What was counted in one replayed session, or in several together. All are sums. */
export interface Tally {
  sessions: number;
  calls: number;
  /** Calls that failed, without `work`, refused ones included. */
  failures: number;
  /** Of these, calls that the user, a hook or a permission rule refused. */
  refused: number;
  /** Of the failures, those whose cause an earlier session had: the most that could have been told. */
  known: number;
  /** Of the known, those whose lesson was in the block that the session started with. */
  told: number;
  /** Of the known, those that a trigger matched before the call ran. */
  warned: number;
  /** Of the known, those whose lessons have no trigger that could warn. */
  unwarnable: number;
  /** Of the known, told or warned. */
  shown: number;
  /** Of the shown, those that only lessons were shown for which hold in every project. */
  general: number;
  /** Of the shown, those whose own session then found a fix that the lesson can be held to. */
  fixed: number;
  /** Of these, those in which the guidance is what worked. */
  agreed: number;
  /** Of the known, those that a list of the most frequent errors, in the same budget, would have named. */
  listed: number;
  /** Of the known, those that the lessons of another project would have told or warned of. */
  placebo: number;
  /** Of the known, those that as many triggers would have hit by chance. */
  chance: number;
  /** Calls, minutes and tokens from a shown failure up to its fix. */
  lostCalls: number;
  lostMinutes: number;
  lostTokens: number;
  /** Calls that a trigger matched and that worked. */
  falseAlarms: number;
  /** Calls that a trigger matched and that failed for another reason. */
  otherReasons: number;
  /** Calls that hooks would have stopped and that failed; and the calls from there up to the fix, and for later failures of the same lessons. */
  stops: number;
  stopsSaved: number;
  /** Calls that hooks would have stopped without need: they worked, or nobody knows. Each costs one call. */
  wrongStops: number;
  /** Red tests and findings about the code under work, those with a known cause, and those told or warned of. */
  work: number;
  workKnown: number;
  workShown: number;
  /** Tokens of the block, summed over sessions. */
  tokens: number;
}

/** A tally of one session. */
export interface SessionTally extends Tally {
  project: string;
  agent: string;
  session: string;
}

/** Nothing counted yet. */
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

/** The sum of tallies. */
export function sumTallies(tallies: Iterable<Tally>): Tally {
  const sum = emptyTally();
  for (const tally of tallies) for (const figure of figures) sum[figure] += tally[figure];
  return sum;
}

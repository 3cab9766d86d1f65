/** What a replay of the user's own sessions says of a trigger. */
export interface ReplayedTrigger {
  /** Calls it matched since the first failure of its lesson, as far as it is known how they ended. */
  matches: number;
  /** Of these, those that failed for the lesson's reason. */
  failed: number;
  /** Sessions that these were in. */
  sessions: number;
}

const FEWEST_MATCHES = 5;
const FEWEST_SESSIONS = 2;
const LEAST_PRECISION = 0.9;

/** Whether a trigger has proven itself: what it matches failed every time, or so often that it is right nine times in ten at the least. */
export function isProven(replayed: ReplayedTrigger): boolean {
  const { matches, failed, sessions } = replayed;
  if (matches < FEWEST_MATCHES || sessions < FEWEST_SESSIONS) return false;
  return failed === matches || lowestPrecision(replayed) >= LEAST_PRECISION;
}

/** One in twenty such records is better than the trigger deserves. */
const Z = 1.645;

/** The share of matches that failed, as low as it may be: the lower bound of Wilson's interval at 95%. */
export function lowestPrecision({ matches, failed }: Pick<ReplayedTrigger, 'matches' | 'failed'>): number {
  if (matches === 0) return 0;
  const share = failed / matches;
  const spread = Z * Math.sqrt((share * (1 - share)) / matches + Z ** 2 / (4 * matches ** 2));
  return (share + Z ** 2 / (2 * matches) - spread) / (1 + Z ** 2 / matches);
}

/** The result of replaying the user's own sessions for a trigger. */
export interface ReplayedTrigger {
  /** The number of calls that it matched since the first failure of its lesson, if their outcome is known. */
  matches: number;
  /** The number of these that failed for the lesson's reason. */
  failed: number;
  /** The number of sessions with these failures. */
  sessions: number;
}

const FEWEST_MATCHES = 5;
const FEWEST_SESSIONS = 2;
const LEAST_PRECISION = 0.9;

/**
 * Whether a trigger has proved itself: every call that it matches failed, or so many that it is right at least nine times in ten.
 */
export function isProven(replayed: ReplayedTrigger): boolean {
  const { matches, failed, sessions } = replayed;
  if (matches < FEWEST_MATCHES || sessions < FEWEST_SESSIONS) return false;
  return failed === matches || lowestPrecision(replayed) >= LEAST_PRECISION;
}

/** One in twenty such records is better than the trigger deserves. */
const Z = 1.645;

/** Returns the lowest plausible share of matches that failed: the lower bound of Wilson's interval at 95%. */
export function lowestPrecision({ matches, failed }: Pick<ReplayedTrigger, 'matches' | 'failed'>): number {
  if (matches === 0) return 0;
  const share = failed / matches;
  const spread = Z * Math.sqrt((share * (1 - share)) / matches + Z ** 2 / (4 * matches ** 2));
  return (share + Z ** 2 / (2 * matches) - spread) / (1 + Z ** 2 / matches);
}

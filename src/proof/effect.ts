import { type Interval, makeRandom, middle, RESAMPLES, SEED } from './intervals.ts';

/** A session that is compared with others. */
export interface ComparedSession {
  /** Whether hooks said anything in it. */
  arm: 'told' | 'held-out';
  /** The number of failed calls that a ready lesson is about. */
  failures: number;
}

/** One arm of the comparison. */
export interface ArmFigures {
  sessions: number;
  failures: number;
  /** Failures per session. */
  mean: number;
  /** The middle 95% of the results of resampling its sessions. */
  interval: Interval;
}

/** The comparison of sessions that were told lessons with sessions that were held out. */
export interface Effect {
  told: ArmFigures;
  heldOut: ArmFigures;
  /** The number of sessions that each arm needs for a statement. */
  needed: number;
  /** Absent if an arm has too few. */
  difference?: {
    /** Failures per session in the sessions that were told, minus those in the others: below 0 means fewer. */
    mean: number;
    interval: Interval;
    /** The statement that the interval permits. */
    verdict: 'fewer' | 'more' | 'none-shown';
  };
}

/** With fewer sessions, the ends of an interval say more about the sessions that happened to be drawn than about lessons. */
const NEEDED = 20;

/**
 * Compares known failures per session. The arm of a session was drawn by lot, and sessions are resampled as a whole, because the
 * calls of one are alike. The same sessions give the same figures.
 */
export function measureEffect(sessions: readonly ComparedSession[], seed = SEED): Effect {
  const random = makeRandom(seed);
  const told = sessions.filter(({ arm }) => arm === 'told').map(({ failures }) => failures);
  const heldOut = sessions.filter(({ arm }) => arm === 'held-out').map(({ failures }) => failures);
  const draws = { told: resample(told, random), heldOut: resample(heldOut, random) };
  const effect: Effect = {
    told: describe(told, draws.told),
    heldOut: describe(heldOut, draws.heldOut),
    needed: NEEDED,
  };
  if (told.length < NEEDED || heldOut.length < NEEDED) return effect;
  const interval = middle(draws.told.map((mean, index) => mean - (draws.heldOut[index] ?? 0))) ?? [0, 0];
  const verdict = interval[1] < 0 ? 'fewer' : interval[0] > 0 ? 'more' : 'none-shown';
  return { ...effect, difference: { mean: effect.told.mean - effect.heldOut.mean, interval, verdict } };
}

/**
 * Returns the means of resampled sessions. If no session has a failure, all draws would be zero, as if that were certain: one
 * session with a failure is added to them.
 */
function resample(counts: readonly number[], random: () => number): number[] {
  if (counts.length === 0) return [];
  const drawn = counts.some((count) => count > 0) ? counts : [...counts, 1];
  return Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let number = 0; number < drawn.length; number++) sum += drawn[Math.floor(random() * drawn.length)] ?? 0;
    return sum / drawn.length;
  });
}

function describe(counts: readonly number[], draws: readonly number[]): ArmFigures {
  const failures = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.length === 0 ? 0 : failures / counts.length;
  return { sessions: counts.length, failures, mean, interval: middle([...draws]) ?? [0, 0] };
}

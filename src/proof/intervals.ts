import type { Tally } from './tally.ts';

/** The middle 95% of the results of resampling. */
export type Interval = [low: number, high: number];

/** One figure divided by another. */
export interface Ratio {
  part: keyof Tally;
  whole: keyof Tally;
  /**
   * The unit of one trial if the part is zero or the whole: shares of failures are counted by session, which is cautious; alarms
   * by call.
   */
  trial: 'session' | 'whole';
}

/** The number of resamples: with 1,500 the ends of an interval move by less than a percent from seed to seed. */
export const RESAMPLES = 1_500;

/**
 * Returns 95% intervals of ratios, clustered by session: whole sessions are drawn with replacement, because the failures of one
 * session are alike. The generator is seeded, so that the same history gives the same figures. If the part is zero or the whole,
 * every draw is the same, and the exact bound for that many trials takes its place. Undefined if there is no whole to divide by.
 */
export function findIntervals(sessions: readonly Tally[], ratios: readonly Ratio[]): (Interval | undefined)[] {
  const draws = ratios.map((): number[] => []);
  const random = makeRandom(SEED);
  for (let round = 0; round < RESAMPLES && sessions.length > 0; round++) {
    const parts = ratios.map(() => 0);
    const wholes = ratios.map(() => 0);
    for (let drawn = 0; drawn < sessions.length; drawn++) {
      const session = sessions[Math.floor(random() * sessions.length)];
      if (!session) continue;
      for (const [index, { part, whole }] of ratios.entries()) {
        parts[index] = (parts[index] ?? 0) + session[part];
        wholes[index] = (wholes[index] ?? 0) + session[whole];
      }
    }
    for (const [index, values] of draws.entries()) {
      const whole = wholes[index] ?? 0;
      if (whole > 0) values.push((parts[index] ?? 0) / whole);
    }
  }
  return draws.map((values, index) => widen(middle(values), sessions, ratios[index]));
}

function widen(
  interval: Interval | undefined,
  sessions: readonly Tally[],
  ratio: Ratio | undefined,
): Interval | undefined {
  if (!interval || !ratio) return interval;
  const sum = (figure: keyof Tally) => sessions.reduce((total, session) => total + session[figure], 0);
  const [part, whole] = [sum(ratio.part), sum(ratio.whole)];
  const trials = ratio.trial === 'whole' ? whole : sessions.filter((session) => session[ratio.whole] > 0).length;
  const bound = 0.025 ** (1 / trials);
  if (part === 0) return [0, 1 - bound];
  return part === whole ? [bound, 1] : interval;
}

/** Returns the middle 95% of values. */
export function middle(values: number[]): Interval | undefined {
  if (values.length === 0) return undefined;
  values.sort((a, b) => a - b);
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
  return [at(0.025), at(0.975)];
}

/** The seed of the generator, fixed so that the same data gives the same figures. */
export const SEED = 0x5eed;

/** Creates a Mulberry32 generator: small, and good enough to draw sessions. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

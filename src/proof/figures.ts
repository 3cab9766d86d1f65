import { findIntervals, type Interval, type Ratio } from './intervals.ts';
import { sumTallies, type Tally } from './tally.ts';

/** The figures of some replayed sessions. */
export interface ProofFigures extends Omit<Tally, 'tokens' | 'chance' | 'placebo'> {
  /** `measured`, or `not enough data`: then the figures are counts, and no more. */
  verdict: 'measured' | 'not enough data';
  /** The reason why the data is insufficient. */
  reason?: string;
  /** Like `shown`, for the lessons of another project; absent if there is only one project. */
  placebo?: number;
  /** The number of known failures that as many triggers would have hit, had they matched calls at random. */
  chance: number;
  /** False alarms per 1,000 calls. */
  falseAlarmsPer1000: number;
  /** The mean tokens of the block per session. */
  tokensPerSession: number;
  /** 95% intervals, over sessions, of shares of the known failures, and of false alarms per 1,000 calls. */
  intervals?: { told: Interval; warned: Interval; shown: Interval; listed: Interval; falseAlarmsPer1000: Interval };
}

/** Fewer known failures, or known failures in fewer sessions, say nothing: one more afternoon would reverse the figures. */
const LEAST_KNOWN = 5;
const LEAST_SESSIONS = 3;

const ratios = {
  told: { part: 'told', whole: 'known', trial: 'session' },
  warned: { part: 'warned', whole: 'known', trial: 'session' },
  shown: { part: 'shown', whole: 'known', trial: 'session' },
  listed: { part: 'listed', whole: 'known', trial: 'session' },
  falseAlarmsPer1000: { part: 'falseAlarms', whole: 'calls', trial: 'whole' },
} satisfies Record<string, Ratio>;

/** Sums up replayed sessions, says whether they are enough, and how certain the shares are. */
export function sumUp(tallies: readonly Tally[], hasPlacebo: boolean): ProofFigures {
  const { tokens, chance, placebo, ...sum } = sumTallies(tallies);
  const reason = findShortage(tallies, sum.known);
  const intervals = reason === undefined ? describeIntervals(tallies) : undefined;
  return {
    ...sum,
    lostMinutes: round(sum.lostMinutes, 1),
    verdict: reason === undefined ? 'measured' : 'not enough data',
    reason,
    placebo: hasPlacebo ? placebo : undefined,
    chance: round(chance, 1),
    falseAlarmsPer1000: sum.calls === 0 ? 0 : round((sum.falseAlarms / sum.calls) * 1000, 2),
    tokensPerSession: sum.sessions === 0 ? 0 : Math.round(tokens / sum.sessions),
    intervals,
  };
}

function findShortage(tallies: readonly Tally[], known: number): string | undefined {
  if (tallies.length === 0) return 'no session began after there was something to learn from';
  if (known < LEAST_KNOWN)
    return `${known} later ${known === 1 ? 'failure' : 'failures'} had a known cause, and at least ${LEAST_KNOWN} are needed`;
  const sessions = tallies.filter((tally) => tally.known > 0).length;
  if (sessions < LEAST_SESSIONS)
    return `the later failures with a known cause are from ${sessions} ${sessions === 1 ? 'session' : 'sessions'}, and at least ${LEAST_SESSIONS} are needed`;
  return undefined;
}

function describeIntervals(tallies: readonly Tally[]): ProofFigures['intervals'] {
  const names = Object.keys(ratios) as (keyof typeof ratios)[];
  const found = findIntervals(
    tallies,
    names.map((name) => ratios[name]),
  );
  const byName = (name: keyof typeof ratios, factor = 1): Interval => {
    const [low, high] = found[names.indexOf(name)] ?? [0, 0];
    return [round(low * factor, 3), round(high * factor, 3)];
  };
  return {
    told: byName('told'),
    warned: byName('warned'),
    shown: byName('shown'),
    listed: byName('listed'),
    falseAlarmsPer1000: byName('falseAlarmsPer1000', 1000),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

import type { ProofFigures } from '../../proof/figures.ts';
import type { Interval } from '../../proof/intervals.ts';
import { plural } from '../views/text.ts';

/** Puts the figures into words, a label and a sentence each; the terminal and the report show the same. */
export function describeFigures(figures: ProofFigures): [label: string, text: string][] {
  const { sessions, calls, failures, known, work, intervals } = figures;
  const rows: [string, string][] = [
    ['replayed', `${plural(sessions, 'session')}, ${plural(calls, 'call')}`],
    ['failures', `${count(failures)}${besides(figures)}`],
  ];
  if (failures > 0)
    rows.push(['known', `${count(known)} of them had a cause that an earlier session had: the upper bound`]);
  if (known > 0) {
    rows.push(
      ['told', `${share(figures.told, known, intervals?.told)} by the block that the session started with`],
      [
        'warned',
        `${share(figures.warned, known, intervals?.warned)} by a trigger, before the call ran${describeUnwarnable(figures)}`,
      ],
      ['shown', `${share(figures.shown, known, intervals?.shown)} told or warned${generalPart(figures)}`],
    );
    if (figures.shown > 0) rows.push(...describeFixes(figures));
    rows.push(['compare', describeRivals(figures)]);
  }
  if (sessions > 0) {
    rows.push(
      ['alarms', describeAlarms(figures)],
      ...(figures.stops + figures.wrongStops > 0 ? [['stopped', describeStops(figures)] as [string, string]] : []),
      ['cost', `${plural(figures.tokensPerSession, 'token')} at the start of a session, on average`],
    );
  }
  if (work > 0 && figures.workKnown > 0)
    rows.push([
      'work',
      `of ${count(work)} red tests and findings ${count(figures.workKnown)} had a known cause; ${count(figures.workShown)} would have been shown`,
    ]);
  rows.push([
    'verdict',
    figures.verdict === 'measured' ? 'enough data for the figures above' : `not enough data: ${figures.reason ?? ''}`,
  ]);
  return rows;
}

function besides({ refused, work }: ProofFigures): string {
  const parts = [
    refused > 0 ? `${count(refused)} of them refused by a person, hook or rule` : '',
    work > 0 ? `besides ${count(work)} of work in progress (red tests, findings)` : '',
  ].filter(Boolean);
  return parts.length === 0 ? '' : `, ${parts.join('; ')}`;
}

function describeUnwarnable({ unwarnable }: ProofFigures): string {
  return unwarnable === 0
    ? ''
    : `; lessons of ${count(unwarnable)} have none that warns, and hardwon why says the reason`;
}

function generalPart({ shown, general }: ProofFigures): string {
  if (general === 0) return '';
  return general === shown
    ? '; all of them by lessons that hold everywhere'
    : `; ${count(general)} of them by lessons that hold everywhere`;
}

function describeFixes({ fixed, agreed, lostCalls, lostMinutes, lostTokens }: ProofFigures): [string, string][] {
  const rows: [string, string][] = [];
  if (fixed > 0)
    rows.push(['fix', `in ${count(agreed)} of ${count(fixed)} with a fix to compare the guidance is what then worked`]);
  if (lostCalls > 0)
    rows.push([
      'spent',
      `${plural(lostCalls, 'call')}, ${plural(Math.round(lostMinutes), 'minute')} and about ${plural(roughly(lostTokens), 'token')} from these failures to their fixes`,
    ]);
  return rows;
}

function describeRivals({ known, listed, placebo, chance, intervals }: ProofFigures): string {
  const other =
    placebo === undefined ? 'no other project to take lessons from' : `lessons of another project ${count(placebo)}`;
  return `a list of the most frequent errors would have named ${share(listed, known, intervals?.listed)}; ${other}; as many triggers at random ${chance}`;
}

function describeAlarms({ falseAlarms, otherReasons, calls, falseAlarmsPer1000, intervals }: ProofFigures): string {
  const range = intervals ? `, ${intervals.falseAlarmsPer1000.map((end) => end.toFixed(1)).join(' to ')}` : '';
  const other = otherReasons > 0 ? `; ${count(otherReasons)} more failed for another reason` : '';
  return `a trigger matched ${count(falseAlarms)} of ${plural(calls, 'call')} that worked (${falseAlarmsPer1000} per 1,000${range})${other}`;
}

function describeStops({ stops, stopsSaved, wrongStops, calls }: ProofFigures): string {
  const per1000 = (part: number) => Number(((part / calls) * 1000).toFixed(2));
  const saved = `${plural(stops, 'call')} that failed, which would have saved ${plural(stopsSaved, 'call')} (${per1000(stopsSaved)} per 1,000)`;
  return `${saved}; ${plural(wrongStops, 'call')} without need (${per1000(wrongStops)} per 1,000)`;
}

/** Returns `58 of 96 (60%, 41 to 79%)`. */
function share(part: number, whole: number, interval: Interval | undefined): string {
  const range = interval ? `, ${interval.map((end) => Math.round(end * 100)).join(' to ')}%` : '';
  return `${count(part)} of ${count(whole)} (${Math.round((part / whole) * 100)}%${range})`;
}

function roughly(tokens: number): number {
  return tokens < 1000 ? tokens : Math.round(tokens / 100) * 100;
}

function count(number: number): string {
  return number.toLocaleString('en');
}

import type { Comparison } from '../../app/backtest/compared-sessions.ts';
import type { ArmFigures, Effect } from '../../proof/effect.ts';
import { type Canvas, plural, wrap } from '../views/text.ts';

/** Returns the comparison for people: the two sides, the difference, and its limits. */
export function viewEffect(effect: Effect, { firstAt, lastAt }: Comparison, canvas: Canvas, team?: Effect): string {
  const { paint, columns } = canvas;
  const span = firstAt && lastAt ? `, ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}` : '';
  const parts = [
    paint.bold(`Known failures per session, with and without hooks${span}`),
    viewArms(effect, canvas),
    wrap(describeAnswer(effect), columns, 0),
    ...(team
      ? [
          paint.bold('The same over all sessions of the team'),
          viewArms(team, canvas),
          wrap(describeAnswer(team), columns, 0),
        ]
      : []),
    ...(effect.difference || team?.difference ? CAVEATS : []).map((line) => paint.dim(wrap(line, columns, 0))),
  ];
  return `${parts.join('\n\n')}\n`;
}

function viewArms({ told, heldOut }: Effect, { paint, columns }: Canvas): string {
  const rows: [string, string][] = [
    ['told', describeArm(told)],
    ['held out', describeArm(heldOut)],
  ];
  return rows.map(([name, text]) => `${paint.dim(name.padEnd(10))} ${wrap(text, columns, 11)}`).join('\n');
}

function describeArm({ sessions, failures, mean, interval }: ArmFigures): string {
  if (sessions === 0) return 'no session';
  const range = `${interval[0].toFixed(2)} to ${interval[1].toFixed(2)}`;
  return `${mean.toFixed(2)} (95% interval ${range}), ${plural(failures, 'known failure')} in ${plural(sessions, 'session')}`;
}

function describeAnswer({ told, heldOut, needed, difference }: Effect): string {
  if (told.sessions + heldOut.sessions === 0)
    return `Nothing has been compared yet. With "live": {"holdout": 0.2} in your own configuration, a random fifth of the sessions gets nothing from hooks; after hardwon learn --apply, at least ${needed} sessions of either kind are needed.`;
  if (!difference) {
    const [name, { sessions }] = heldOut.sessions < told.sessions ? ['held out', heldOut] : ['told', told];
    return `Not enough data: ${sessions} of at least ${needed} sessions that were ${name}. Nothing can be said yet.`;
  }
  const { mean, interval, verdict } = difference;
  const range = `${sign(mean)} per session (95% interval ${sign(interval[0])} to ${sign(interval[1])})`;
  if (verdict === 'none-shown')
    return `Difference: ${range}. The interval contains 0: these sessions do not show whether hooks make a difference.`;
  return `Difference: ${range}. Sessions with hooks had ${verdict} known failures than those without.`;
}

const CAVEATS = [
  'A known failure is a call that failed and that a ready lesson is about. Only sessions count that began with hooks installed and a holdout set. Held-out sessions are chosen at random; all sessions read the same context files, so the difference is the effect of the hooks.',
  'It says nothing about other failures, about the time that hooks take, or about other projects, agents and periods.',
];

function sign(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`;
}

import type { Comparison } from '../../app/backtest/compared-sessions.ts';
import type { ArmFigures, Effect } from '../../proof/effect.ts';
import { type Canvas, plural, wrap } from '../views/text.ts';

/** Returns the comparison for people: the two sides, the difference, and its limits. */
export function viewEffect(effect: Effect, { firstAt, lastAt }: Comparison, canvas: Canvas): string {
  const { paint, columns } = canvas;
  const { told, heldOut } = effect;
  const span = firstAt && lastAt ? `, ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}` : '';
  const rows: [string, string][] = [
    ['told', describeArm(told)],
    ['held out', describeArm(heldOut)],
  ];
  const parts = [
    paint.bold(`Known failures a session, with and without hooks${span}`),
    rows.map(([name, text]) => `${paint.dim(name.padEnd(10))} ${wrap(text, columns, 11)}`).join('\n'),
    wrap(describeAnswer(effect), columns, 0),
    ...(effect.difference ? CAVEATS : []).map((line) => paint.dim(wrap(line, columns, 0))),
  ];
  return `${parts.join('\n\n')}\n`;
}

function describeArm({ sessions, failures, mean, interval }: ArmFigures): string {
  if (sessions === 0) return 'no session';
  const range = `${interval[0].toFixed(2)} to ${interval[1].toFixed(2)}`;
  return `${mean.toFixed(2)} (95% interval ${range}), ${plural(failures, 'known failure')} in ${plural(sessions, 'session')}`;
}

function describeAnswer({ told, heldOut, needed, difference }: Effect): string {
  if (told.sessions + heldOut.sessions === 0)
    return `Nothing is compared yet. With "live": {"holdout": 0.2} in your own configuration a fifth of the sessions, drawn by lot, gets nothing from hooks; after hardwon learn --apply, at least ${needed} sessions of either kind are needed.`;
  if (!difference) {
    const [name, { sessions }] = heldOut.sessions < told.sessions ? ['held out', heldOut] : ['told', told];
    return `Not enough data: ${sessions} of at least ${needed} sessions that were ${name}. Nothing can be said yet.`;
  }
  const { mean, interval, verdict } = difference;
  const range = `${sign(mean)} a session (95% interval ${sign(interval[0])} to ${sign(interval[1])})`;
  if (verdict === 'none-shown')
    return `Difference: ${range}. The interval holds 0: these sessions do not show whether hooks make a difference.`;
  return `Difference: ${range}. Sessions that hooks spoke in had ${verdict} known failures than those that were held out.`;
}

const CAVEATS = [
  'A known failure is a call that failed and that a ready lesson is about. Only sessions count that began with hooks installed and a holdout set. Which of them are held out is drawn by lot; all of them read the same context files, so this is what hooks add to those.',
  'It says nothing of other failures, of the time that notes take, nor of projects, agents and times besides these.',
];

function sign(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`;
}

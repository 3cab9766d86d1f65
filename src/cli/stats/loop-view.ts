import type { LoopFigures } from '../../loop/run/loop-figures.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, plural, wrap } from '../views/text.ts';

/** Returns the outcomes of the runs of the learning loop, for people. */
export function viewLoopFigures(figures: LoopFigures, { paint, columns }: Canvas): string {
  if (figures.runs === 0) return 'No task has been run yet: hardwon run "…" starts one.\n';
  const { runs, passed, passedAtOnce, passedLater, attempts, passedAttempts, rules } = figures;
  const others = [
    ...(figures.failed > 0 ? [`${figures.failed} failed`] : []),
    ...(figures.stopped > 0 ? [`${figures.stopped} stopped`] : []),
    ...(figures.errored > 0 ? [`${figures.errored} could not be done`] : []),
  ];
  const told = [
    `${plural(runs, 'task')}: ${[`${passed} passed (${percent(passed, runs)})`, ...others].join(', ')}.`,
    `${passedAtOnce} at the first attempt, ${passedLater} after a failure.`,
    `${plural(attempts, 'attempt')}; ${passedAttempts} passed (${percent(passedAttempts, attempts)}).`,
    `${plural(rules.made, 'rule')} made; ${rules.helped} helped.`,
    describeCost(figures),
  ];
  const sections = [
    told.map((line) => wrap(line, columns, 0)).join('\n'),
    table(
      'Rules by category',
      rules.byCategory.map(({ category, made, helped }) => [category, `${made} made`, `${helped} helped`]),
    ),
    table(
      'By agent',
      figures.agents.map(({ agent, runs: own, passed: good }) => [agent, plural(own, 'task'), `${good} passed`]),
    ),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;

  function table(heading: string, rows: readonly (readonly string[])[]): string {
    if (rows.length === 0) return '';
    const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    const lines = rows.map((row) =>
      `  ${row.map((cell, index) => stripControls(cell).padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
    );
    return [paint.bold(heading), ...lines].join('\n');
  }
}

function describeCost({ costUsd, turns, unpriced }: LoopFigures): string {
  const missing = `${plural(unpriced, 'attempt')} did not report ${unpriced === 1 ? 'its' : 'their'} cost`;
  const cost = `$${costUsd.toFixed(2)}`;
  const told = costUsd === 0 && unpriced > 0 ? `${missing}.` : `${cost}${unpriced > 0 ? `; ${missing}` : ''}.`;
  return turns > 0 ? `${told} ${plural(turns, 'turn')}.` : told;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;
}

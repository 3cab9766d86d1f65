import type { SyncReport } from '../../app/team/sync.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, plural, wrap } from '../views/text.ts';

/** The most lessons that are named among those that stay. */
const MOST_NAMED = 5;

/** Returns the outcome of an exchange for people. */
export function viewSync(report: SyncReport, isDryRun: boolean, canvas: Canvas): string {
  const { paint, columns } = canvas;
  const parts = [
    ...(isDryRun ? [viewRows(report, canvas)] : []),
    wrap(describeSent(report, isDryRun), columns, 0),
    ...(report.knows ? [wrap(describeKnown(report.knows), columns, 0)] : []),
    ...(report.withheld.length > 0 ? [viewWithheld(report, canvas)] : []),
    ...(isDryRun || !report.reached
      ? []
      : [paint.dim('hardwon learn shows the lessons; hardwon learn --apply writes them.')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function viewRows({ rows = [], words = [] }: SyncReport, { paint }: Canvas): string {
  const lines = [
    ...words.map((row) => `words     ${JSON.stringify(row)}`),
    ...rows.map(({ table, row }) => `${table.padEnd(9)} ${JSON.stringify(row)}`),
  ];
  if (lines.length === 0) return paint.dim('No row.');
  return [
    paint.bold('These rows would leave this machine, under a pseudonym:'),
    ...lines.map((line) => stripControls(line)),
  ].join('\n');
}

function describeSent({ team, reached, problem, sent, waiting = 0 }: SyncReport, isDryRun: boolean): string {
  const { rows, groups, unchanged } = sent;
  const known = unchanged > 0 ? `; ${plural(unchanged, 'row')} ${unchanged === 1 ? 'is' : 'are'} there already` : '';
  const what = `${plural(rows, 'row')} (${plural(groups, 'failure group')})`;
  if (isDryRun) return `Nothing was sent. ${what} would go to ${stripControls(team)}${known}.`;
  if (!reached)
    return `${stripControls(problem ?? '')} Nothing was sent; ${plural(waiting, 'row')} ${waiting === 1 ? 'waits' : 'wait'} for the next run.`;
  return `Sent ${what} to ${stripControls(team)}${known}.`;
}

function describeKnown({ people, machines, ready, waiting, refused, at }: NonNullable<SyncReport['knows']>): string {
  const odd = refused > 0 ? ` ${plural(refused, 'wording')} ${refused === 1 ? 'was' : 'were'} refused as unsafe.` : '';
  const told =
    ready === 0
      ? 'No lesson of the team applies here yet'
      : `${plural(ready, 'lesson')} of the team ${ready === 1 ? 'applies' : 'apply'} here, found by up to ${plural(people, 'person', 'people')} on ${plural(machines, 'machine')}`;
  const open =
    waiting === 0
      ? ''
      : `; ${waiting} of yours ${waiting === 1 ? 'waits' : 'wait'} until more people find ${waiting === 1 ? 'it' : 'them'}`;
  return `${told}${open}.${odd} Fetched ${at.slice(0, 16).replace('T', ' ')}.`;
}

function viewWithheld({ withheld }: SyncReport, { paint, columns }: Canvas): string {
  const named = withheld
    .slice(0, MOST_NAMED)
    .map(({ title, reason }) => wrap(`  ${stripControls(title)}: it ${stripControls(reason)}`, columns, 4));
  const more =
    withheld.length > MOST_NAMED ? [paint.dim(`  and ${withheld.length - MOST_NAMED} more (--json lists them)`)] : [];
  return [
    `${plural(withheld.length, 'lesson')} ${withheld.length === 1 ? 'stays' : 'stay'} on this machine:`,
    ...named,
    ...more,
  ].join('\n');
}

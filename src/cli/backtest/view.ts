import type { BacktestReport, ProjectFigures, ReportedCase } from '../../app/backtest/backtest-report.ts';
import type { ProofFigures } from '../../proof/figures.ts';
import { formatDate } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, showText, viewRemark, wrap } from '../views/text.ts';
import { describeFigures } from './rows.ts';

/** Options for showing a backtest. */
export interface BacktestViewOptions extends Canvas {
  /** Whether every case is listed. */
  verbose: boolean;
}

/** Returns the backtest for people: the figures of all projects together, then those of each project and agent in a table. */
export function viewBacktest(report: BacktestReport, options: BacktestViewOptions): string {
  const { paint, columns, verbose } = options;
  const [only] = report.projects;
  const head =
    only && report.projects.length === 1
      ? `${paint.bold(stripControls(only.name))} ${paint.dim(showText(only.root, options.home))}`
      : paint.bold(`All ${report.projects.length} projects`);
  const parts = [
    head,
    paint.dim(wrap(describeMethod(report), columns, 0)),
    viewRows(report.total, options),
    report.projects.length > 1 ? viewTable('project', report.projects, (project) => project.name, options) : '',
    report.agents.length > 1 ? viewTable('agent', report.agents, ({ agent }) => agent, options) : '',
    ...(verbose ? report.projects.map((project) => viewCases(project, options)) : []),
    report.notices.map((notice) => viewRemark(notice, options)).join('\n'),
    wrap(
      '"Shown" means that the agent would have seen the lesson; no log can tell whether it would have followed it.',
      columns,
      0,
    ),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Explains how history was split. */
export function describeMethod({ projects, split, budget }: BacktestReport): string {
  const folds = Math.max(0, ...projects.map((project) => project.folds.length));
  const learned = projects.reduce((sum, project) => sum + project.learnedFrom, 0);
  const first = `Learned from ${learned.toLocaleString('en')} ${learned === 1 ? 'session' : 'sessions'} first`;
  const then =
    split === undefined
      ? `, then anew before each of ${folds} ${folds === 1 ? 'block' : 'blocks'} of later ones`
      : `, those before ${formatDate(new Date(split))}`;
  return `${first}${then}; blocks of at most ${budget.toLocaleString('en')} tokens.`;
}

function viewRows(figures: ProofFigures, { paint, columns }: Canvas): string {
  return describeFigures(figures)
    .map(([label, text]) => `${paint.dim(label.padEnd(9))} ${wrap(text, columns, 10)}`)
    .join('\n');
}

/** Width of the numeric columns of a table. */
const NUMBERS = 50;

function viewTable<T extends ProofFigures>(
  label: string,
  rows: readonly T[],
  nameOf: (row: T) => string,
  { paint, columns }: Canvas,
): string {
  const longest = Math.max(label.length, ...rows.map((row) => stripControls(nameOf(row)).length));
  const width = Math.max(8, Math.min(longest, columns - NUMBERS));
  const line = (name: string, ...cells: (string | number)[]) => {
    const [sessions = '', ...others] = cells.map((cell) => cell.toLocaleString('en'));
    return `${cut(name, width).padEnd(width)}${sessions.padStart(10)}${others.map((cell) => cell.padStart(8)).join('')}`;
  };
  const body = rows.map((row) =>
    row.sessions === 0
      ? `${line(stripControls(nameOf(row)), 0)}  ${paint.dim('nothing to replay')}`
      : line(stripControls(nameOf(row)), row.sessions, row.failures, row.known, row.told, row.warned, row.falseAlarms),
  );
  return [paint.dim(line(label, 'sessions', 'failed', 'known', 'told', 'warned', 'alarms')), ...body].join('\n');
}

const HEADINGS: [ReportedCase['outcome'], string][] = [
  ['shown', 'Would have been shown'],
  ['missed', 'Known cause, and not shown'],
  ['worked', 'False alarms: a trigger matched, and the call worked'],
  ['other-reason', 'A trigger matched, and the call failed for another reason'],
];

function viewCases({ name, cases }: ProjectFigures, { paint, columns, home }: Canvas): string {
  const sections = HEADINGS.flatMap(([outcome, heading]) => {
    const found = cases.filter((one) => one.outcome === outcome);
    if (found.length === 0) return [];
    const lines = found.map((one) => {
      const marks =
        one.outcome === 'shown'
          ? `${[one.told ? 'told' : '', one.warned ? 'warned' : ''].filter(Boolean).join(', ')}: `
          : '';
      const lesson = one.title === undefined ? (one.error ?? '') : `${marks}${one.title}`;
      const call = `${one.at.slice(0, 16).replace('T', ' ')} ${one.tried}`;
      return `  ${clip(showText(call, home), columns - 2)}\n      ${paint.dim(clip(stripControls(lesson), columns - 6))}`;
    });
    return [`${paint.bold(`${stripControls(name)}: ${heading}`)}\n${lines.join('\n')}`];
  });
  return sections.join('\n\n');
}

function clip(text: string, width: number): string {
  return cut(text.replace(/\s+/g, ' ').trim(), width);
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

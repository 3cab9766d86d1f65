import type { BacktestReport, ProjectFigures, ReportedCase } from '../../app/backtest/backtest-report.ts';
import { toSafeLine } from '../../delivery/markdown-safe.ts';
import type { ProofFigures } from '../../proof/figures.ts';
import { describeFigures } from './rows.ts';
import { describeMethod } from './view.ts';

/** The first line of a report: a file that begins with it may be replaced. */
export const REPORT_MARK = '<!-- written by hardwon backtest -->';

/** Upper bound for the cases of a kind that a report lists per project; the rest are counted. */
const MOST_CASES = 50;

/** Returns the backtest as Markdown. */
export function renderBacktest(report: BacktestReport): string {
  const parts = [
    REPORT_MARK,
    '# Backtest',
    `${report.at.slice(0, 10)}. ${describeMethod(report)} Figures say what would have been shown before a call; no log can tell whether the agent would have followed it.`,
    ...(report.projects.length > 1
      ? ['## All projects', renderRows(report.total), renderTable('project', report.projects, ({ name }) => name)]
      : []),
    ...(report.agents.length > 1 ? ['## By agent', renderTable('agent', report.agents, ({ agent }) => agent)] : []),
    ...report.projects.flatMap(renderProject),
    '## What the figures mean',
    MEANINGS.map(([word, text]) => `- **${word}**: ${text}`).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderProject(project: ProjectFigures): string[] {
  if (project.sessions === 0) return [`## ${toSafeLine(project.name)}`, `Nothing to replay: ${project.reason ?? ''}.`];
  return [
    `## ${toSafeLine(project.name)}`,
    renderRows(project),
    ...renderFolds(project),
    ...renderCases(project, 'shown', 'Would have been shown'),
    ...renderCases(project, 'missed', 'Known cause, and not shown'),
    ...renderCases(project, 'worked', 'False alarms'),
    ...renderCases(project, 'other-reason', 'Matched, and failed for another reason'),
  ];
}

function renderRows(figures: ProofFigures): string {
  return renderCells([['', ''], ...describeFigures(figures)]);
}

function renderTable<T extends ProofFigures>(label: string, rows: readonly T[], nameOf: (row: T) => string): string {
  const head = [label, 'sessions', 'calls', 'failures', 'known', 'told', 'warned', 'shown', 'false alarms', 'verdict'];
  return renderCells([
    head,
    ...rows.map((row) => [
      nameOf(row),
      ...[row.sessions, row.calls, row.failures, row.known, row.told, row.warned, row.shown, row.falseAlarms].map(
        (figure) => figure.toLocaleString('en'),
      ),
      row.verdict,
    ]),
  ]);
}

function renderFolds({ folds }: ProjectFigures): string[] {
  const rows = folds.map(({ at, ready, delivered, triggers, tokens }) =>
    [at.slice(0, 16).replace('T', ' '), ready, delivered, triggers, tokens].map(String),
  );
  return ['### What was known', renderCells([['frozen at', 'ready', 'in the block', 'warning', 'tokens'], ...rows])];
}

function renderCases({ cases }: ProjectFigures, outcome: ReportedCase['outcome'], heading: string): string[] {
  const found = cases.filter((one) => one.outcome === outcome);
  if (found.length === 0) return [];
  const rows = found.slice(0, MOST_CASES).map((one) => {
    const how = [one.told ? 'told' : '', one.warned ? 'warned' : ''].filter(Boolean).join(', ');
    return [
      one.at.slice(0, 16).replace('T', ' '),
      one.tried,
      one.title ?? one.error ?? '',
      outcome === 'shown' ? how : '',
    ];
  });
  const rest = found.length - rows.length;
  const columns =
    outcome === 'shown'
      ? ['when', 'call', 'lesson', 'how']
      : ['when', 'call', outcome === 'missed' ? 'error' : 'lesson', ''];
  return [
    `### ${heading}`,
    renderCells([columns, ...rows]),
    ...(rest > 0 ? [`And ${rest.toLocaleString('en')} more.`] : []),
  ];
}

/** Returns a table whose first row is its header. Text from sessions cannot break out of a cell. */
function renderCells(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) => `| ${row.map(toCell).join(' | ')} |`);
  return [head, `|${'---|'.repeat(rows[0]?.length ?? 0)}`, ...body].join('\n');
}

function toCell(text: string): string {
  return toSafeLine(text).replaceAll('|', '\\|');
}

const MEANINGS: [string, string][] = [
  ['known', 'failures whose cause an earlier session had, whether or not a lesson was learned from it'],
  ['told', 'their lesson was in the block that the session would have started with, within the budget'],
  ['warned', 'a trigger matched the very call before it ran'],
  [
    'compare',
    'what simpler methods would have named within the same budget: the most frequent errors, the lessons of another project, random triggers',
  ],
  ['alarms', 'calls that a trigger matched and that still worked'],
  [
    'spent',
    'from the failed call up to the one that worked; tokens are characters sent and answered, divided by four, without the contents of files',
  ],
];

import type { Counted, LiveFigures, ProjectStats, StatsReport } from '../../app/stats/stats-report.ts';
import { formatDate } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, listKinds, plural, showText, timesText, viewRemark, wrap } from '../views/text.ts';

/** Returns the figures for people. Each section is a function of the report; empty ones are left out. */
export function viewStats(report: StatsReport, canvas: Canvas): string {
  const sections = [
    viewHead,
    viewCounts,
    viewWeeks,
    viewProjects,
    viewShown,
    viewAgents,
    viewTeachers,
    viewTeam,
    viewNotices,
  ];
  const parts = sections.map((section) => section(report, canvas)).filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`;
}

function viewHead({ projects, since }: StatsReport, { paint, home }: Canvas): string {
  const [only] = projects;
  const from = since === undefined ? '' : paint.dim(` since ${formatDate(new Date(since))}`);
  if (only && projects.length === 1)
    return `${paint.bold(stripControls(only.name))} ${paint.dim(showText(only.root, home))}${from}`;
  return `${paint.bold(`All ${projects.length} projects`)}${from}`;
}

function viewCounts({ total }: StatsReport, { paint, columns }: Canvas): string {
  const { lessons, causes } = total;
  const promoted = lessons.promoted > 0 ? `, ${lessons.promoted} promoted` : '';
  const rows: [string, string][] = [
    [
      'calls',
      `${total.calls.toLocaleString('en')} in ${plural(total.sessions, 'session')}; ${total.failures.toLocaleString('en')} failed (${rateOf(total)}), ${total.work.toLocaleString('en')} of them work in progress`,
    ],
    ['causes', listKinds(causes.map(({ kind, failures }) => [kind, failures]))],
    [
      'lessons',
      `${lessons.ready} ready, ${lessons.watching} watched${promoted}, ${lessons.retired} retired; ready lessons by confidence: ${lessons.high} high, ${lessons.medium} medium, ${lessons.low} low`,
    ],
  ];
  return rows
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${paint.dim(name.padEnd(9))} ${wrap(text, columns, 10)}`)
    .join('\n');
}

/** Shows what teachers took, which is counted over all projects. */
function viewTeachers({ teachers = [] }: StatsReport, { paint, columns }: Canvas): string {
  const rows = teachers.map(({ name, questions, tokens, tokensThisMonth, costUsd }): [string, string[]] => [
    name,
    [
      ...[questions, tokensThisMonth, tokens].map((figure) => figure.toLocaleString('en')),
      costUsd === undefined ? '–' : `$${costUsd.toFixed(2)}`,
    ],
  ]);
  const heads = ['questions', 'tokens this month', 'tokens in all', 'cost'];
  return rows.length === 0 ? '' : viewTable('teacher', heads, rows, columns, paint);
}

function viewTeam({ team }: StatsReport, { paint, columns }: Canvas): string {
  if (!team) return '';
  const { people, machines, lessons, shown, followed, helped, falseAlarms, at } = team;
  const told = `${plural(lessons.ready, 'lesson')} for everybody, ${lessons.few} of yours found by too few people so far, ${lessons.disputed + lessons.over} in dispute or over, ${lessons.rejected} rejected`;
  const effect =
    shown === 0
      ? ''
      : `; shown ${timesText(shown)}, followed ${timesText(followed)}, helped ${timesText(helped)}, ${plural(falseAlarms, 'false alarm')}`;
  const text = `${plural(people, 'person', 'people')} on ${plural(machines, 'machine')}: ${told}${effect} (fetched ${at.slice(0, 10)})`;
  return `${paint.dim('team'.padEnd(9))} ${wrap(text, columns, 10)}`;
}

/** Upper bound for the weeks shown; --json has all of them. */
const MOST_WEEKS = 12;
/** Width of the numbers of a week. */
const WEEK_NUMBERS = 46;

function viewWeeks({ total: { weeks } }: StatsReport, { paint, columns }: Canvas): string {
  if (weeks.length < 2) return '';
  const shown = weeks.slice(-MOST_WEEKS);
  const most = Math.max(...shown.map((week) => week.failures / Math.max(1, week.calls)));
  const width = Math.max(0, Math.min(30, columns - WEEK_NUMBERS));
  const line = (cells: readonly string[], bar: string) =>
    `${(cells[0] ?? '').padEnd(11)}${cells
      .slice(1)
      .map((cell) => cell.padStart(8))
      .join('')}  ${bar}`.trimEnd();
  const rows = shown.map((week) => {
    const share = most === 0 ? 0 : week.failures / Math.max(1, week.calls) / most;
    const cells = [
      week.week,
      ...[week.sessions, week.calls, week.failures].map((count) => count.toLocaleString('en')),
      rateOf(week),
    ];
    return line(cells, paint.cyan('█'.repeat(Math.round(share * width))));
  });
  const rest =
    weeks.length > MOST_WEEKS
      ? [paint.dim(`${plural(weeks.length - MOST_WEEKS, 'earlier week')}: --json has all`)]
      : [];
  return [paint.dim(line(['week of', 'sessions', 'calls', 'failed', 'rate'], '')), ...rows, ...rest].join('\n');
}

function viewProjects({ projects }: StatsReport, { paint, columns }: Canvas): string {
  if (projects.length < 2) return '';
  const heads = ['calls', 'failed', 'rate', 'ready', 'shown', 'helped'];
  const cellsOf = ({ calls, failures, lessons, live, ...project }: ProjectStats) => [
    ...[calls, failures].map((count) => count.toLocaleString('en')),
    rateOf({ ...project, calls, failures }),
    ...[lessons.ready, live.shown, live.helped].map((count) => count.toLocaleString('en')),
  ];
  return viewTable(
    'project',
    heads,
    projects.map((project) => [project.name, cellsOf(project)]),
    columns,
    paint,
  );
}

const LIVE_HEADS = ['shown', 'stopped', 'followed', 'ignored', 'mistakes', 'wrong', 'prevented'];

/** Upper bound for the lessons listed per project; the rest are included in the total. */
const MOST_SHOWN = 20;

function viewShown({ projects, total, hasJournal }: StatsReport, canvas: Canvas): string {
  const { paint, columns } = canvas;
  const { live } = total;
  if (live.shown + live.opened + live.withheld === 0) return wrap(tellSilence(hasJournal), columns, 0);
  const isOne = projects.length === 1;
  const lessons = projects.flatMap(({ shown }) => shown).filter((lesson) => lesson.shown > 0);
  const rows = isOne
    ? lessons
        .slice(0, MOST_SHOWN)
        .map((lesson): [string, string[]] => [`${lesson.id} ${lesson.title ?? ''}`, liveCells(lesson)])
    : [];
  const asides = [
    lessons.length > rows.length && isOne ? `${plural(lessons.length - rows.length, 'more lesson')} in --json` : '',
    live.helped > 0 ? `helped ${timesText(live.helped)} (followed, and the changed call worked)` : '',
    live.asked > 0 ? `shown ${timesText(live.asked)} on request` : '',
    live.wrongStops > 0 ? `wrongly stopped ${timesText(live.wrongStops)}` : '',
    live.unknown > 0 ? `outcome unknown ${timesText(live.unknown)}` : '',
    live.opened > 0 ? `shown ${timesText(live.opened)} at the start of a session` : '',
    live.withheld > 0 ? `withheld ${timesText(live.withheld)} in held-out sessions` : '',
  ].filter(Boolean);
  const table = viewTable('shown', LIVE_HEADS, [...rows, ['all lessons', liveCells(live)]], columns, paint);
  return [table, ...(asides.length > 0 ? [paint.dim(wrap(`Also: ${asides.join('; ')}.`, columns, 0))] : [])].join('\n');
}

function viewAgents({ agents }: StatsReport, { paint, columns }: Canvas): string {
  const shown = agents.filter((agent) => agent.shown > 0);
  if (shown.length < 2) return '';
  return viewTable(
    'agent',
    LIVE_HEADS,
    shown.map((agent) => [agent.agent, liveCells(agent)]),
    columns,
    paint,
  );
}

function viewNotices({ notices }: StatsReport, canvas: Canvas): string {
  return notices.map((notice) => viewRemark(notice, canvas)).join('\n');
}

function tellSilence(hasJournal: boolean): string {
  return hasJournal
    ? 'Hooks have shown no lesson of this project in that time.'
    : 'No hook has shown a lesson yet. hardwon install puts hooks into the settings of your agents; they show a lesson before a call that failed in the past, and note the outcome.';
}

/** Width of a number with its gap. */
const NARROWEST = 8;

function viewTable(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly [name: string, cells: readonly string[]])[],
  columns: number,
  paint: Canvas['paint'],
): string {
  const widths = heads.map((head) => Math.max(head.length + 2, NARROWEST));
  const numbers = widths.reduce((sum, each) => sum + each, 0);
  const longest = Math.max(label.length, ...rows.map(([name]) => stripControls(name).length));
  const width = Math.max(8, Math.min(longest, columns - numbers));
  const line = (name: string, cells: readonly string[]) =>
    `${cut(stripControls(name), width).padEnd(width)}${cells.map((cell, at) => cell.padStart(widths[at] ?? NARROWEST)).join('')}`;
  return [paint.dim(line(label, heads)), ...rows.map(([name, cells]) => line(name, cells))].join('\n');
}

function liveCells({ shown, stopped, followed, ignored, mistakes, falseAlarms, prevented }: LiveFigures): string[] {
  return [shown, stopped, followed, ignored, mistakes, falseAlarms, prevented].map((count) =>
    count.toLocaleString('en'),
  );
}

function rateOf({ failures, calls }: Pick<Counted, 'failures' | 'calls'>): string {
  return calls === 0 ? '–' : `${((failures / calls) * 100).toFixed(1)}%`;
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

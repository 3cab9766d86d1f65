import type { EverywhereReport, LearnReport, ProjectReport } from '../../app/learn/learn-report.ts';
import { stateOf } from '../../lessons/count-lessons.ts';
import { TEAM_ORIGIN } from '../../lessons/lesson.ts';
import { stripControls } from '../../shared/terminal.ts';
import { sumLosses } from '../views/lessons-view.ts';
import { type Canvas, cutText, plural, viewRemark, wrap } from '../views/text.ts';
import { findAnswers } from './answers.ts';
import { type FoundLesson, listNextSteps, type NextStepsOptions } from './next-steps.ts';

/** Options for showing several projects on one screen. */
export interface AllViewOptions extends Canvas, NextStepsOptions {
  /** The user's own files with their diffs, if they are to be shown; otherwise empty. */
  ownFiles: string;
  /** Upper bound for the lines, as long as that leaves three projects and three lessons. */
  mostLines: number;
}

/** Upper bounds for what is listed. */
interface Limits {
  projects: number;
  lessons: number;
  /** Lessons that hold in several projects. */
  shared: number;
  remarks: number;
}

/** What gives way if the screen is too small, in this order, and how much of it stays. */
const GIVING_WAY = [
  ['lessons', 5],
  ['projects', 5],
  ['shared', 0],
  ['remarks', 1],
  ['lessons', 3],
  ['projects', 3],
] as const;

/** Returns the report on several projects on one screen: a line for each that has news, the lessons worth most, the next steps. */
export function viewAllProjects(report: LearnReport, options: AllViewOptions): string {
  const limits: Limits = { projects: 8, lessons: 8, shared: 2, remarks: 3 };
  let text = viewSections(report, limits, options);
  for (const [name, least] of GIVING_WAY)
    while (text.split('\n').length > options.mostLines && limits[name] > least) {
      limits[name] -= 1;
      text = viewSections(report, limits, options);
    }
  return text;
}

function viewSections(report: LearnReport, limits: Limits, options: AllViewOptions): string {
  const { projects, everywhere } = report;
  const ready = findReady(projects);
  const sections = [
    [viewHead(projects, options), ...listProjects(projects, limits.projects, options)],
    [
      ...listReady(ready, limits.lessons, options),
      ...(everywhere ? listShared(everywhere, limits.shared, options) : []),
    ],
    [options.ownFiles].filter(Boolean),
    [
      ...listRemarks(report, limits.remarks, options),
      ...findAnswers(projects).map((text) => wrap(text, options.columns, 0)),
      ...listNextSteps(projects, ready[0], { ...options, everywhere }),
    ],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function viewHead(projects: readonly ProjectReport[], { paint, columns }: Canvas): string {
  const sum = (count: (project: ProjectReport) => number) =>
    projects.reduce((total, project) => total + count(project), 0);
  const sessions = sum(({ figures }) => figures.sessions);
  const [calls, failures] = [sum(({ figures }) => figures.calls), sum(({ figures }) => figures.failures)];
  const failed = `${failures.toLocaleString('en')} of ${plural(calls, 'call')} failed (${percent(failures, calls)})`;
  const head = plural(projects.length, 'project');
  return `${paint.bold(head)}${wrap(`, ${plural(sessions, 'session')}: ${failed}`, columns, 2, head.length)}`;
}

/** The columns of the table after the name, each as wide as its heading. */
const COUNTS: readonly (readonly [heading: string, count: (project: ProjectReport) => number])[] = [
  ['new', ({ lessons }) => lessons.filter(({ isNew }) => isNew).length],
  ['ready', ({ lessons }) => lessons.filter((lesson) => stateOf(lesson) === 'ready').length],
  ['watched', ({ lessons }) => lessons.filter((lesson) => stateOf(lesson) === 'watching').length],
];

/** A longer name is cut. */
const LONGEST_NAME = 24;

/** Returns a line for each project that has news, those that lost most calls first; the others are counted. */
function listProjects(projects: readonly ProjectReport[], most: number, { paint, columns }: Canvas): string[] {
  const withNews = projects.filter(hasNews).sort((a, b) => lostIn(b) - lostIn(a));
  const { shown, rest } = takeFirst(withNews, most);
  const width = nameWidth(['project', ...shown.map(({ name }) => name)]);
  const rows = shown.map((project) => {
    const { calls, failures } = project.figures;
    const cells = COUNTS.map(([heading, count]) => count(project).toLocaleString('en').padStart(heading.length));
    const failed = `${failures.toLocaleString('en')} of ${calls.toLocaleString('en')} (${percent(failures, calls)})`;
    const row = [fitName(project.name, width), ...cells, failed.padEnd(20), describeState(project)].join('  ');
    return `  ${cutText(row.trimEnd(), columns - 2)}`;
  });
  const headings = ['project'.padEnd(width), ...COUNTS.map(([heading]) => heading), 'failed calls'].join('  ');
  const quiet = projects.length - withNews.length;
  const counted = [...(rest > 0 ? [`${rest} more (--verbose)`] : []), ...(quiet > 0 ? [`${quiet} without news`] : [])];
  return [
    ...(rows.length === 0 ? [] : [`  ${paint.dim(headings)}`, ...rows]),
    ...(counted.length === 0 || rows.length === 0 ? [] : [`  ${paint.dim(`and ${counted.join(', ')}`)}`]),
  ];
}

function hasNews({ lessons, changes, refusals }: ProjectReport): boolean {
  return lessons.some(({ isNew }) => isNew) || changes.length > 0 || refusals.length > 0;
}

function describeState({ exists, container, applied, refusals }: ProjectReport): string {
  if (refusals.length > 0) return 'refused';
  if (!exists) return 'not here';
  if (container) return 'many repos';
  return applied ? 'written' : '';
}

function lostIn({ lessons }: ProjectReport): number {
  // What people of the team lost is not lost here.
  const own = lessons.filter((lesson) => stateOf(lesson) === 'ready' && lesson.origin !== TEAM_ORIGIN);
  return own.reduce((sum, { wastedCalls }) => sum + wastedCalls, 0);
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? '0.0' : ((part / whole) * 100).toFixed(1)}%`;
}

/** Returns the ready lessons of all projects: new ones that can be written first, then those that lost most calls. */
export function findReady(projects: readonly ProjectReport[]): FoundLesson[] {
  const isNewHere = ({ project, lesson }: FoundLesson) => project.exists && lesson.isNew;
  return projects
    .flatMap((project) => project.lessons.map((lesson) => ({ project, lesson })))
    .filter(({ lesson }) => stateOf(lesson) === 'ready')
    .sort(
      (a, b) =>
        Number(isNewHere(b)) - Number(isNewHere(a)) ||
        b.lesson.wastedCalls - a.lesson.wastedCalls ||
        b.lesson.occurrences - a.lesson.occurrences,
    );
}

function listReady(ready: readonly FoundLesson[], most: number, { paint, columns }: Canvas): string[] {
  if (ready.length === 0) return [];
  const { shown, rest } = takeFirst(ready, most);
  const width = nameWidth(shown.map(({ project }) => project.name));
  const counts = shown.map(({ lesson: { occurrences } }) => (occurrences > 1 ? `${occurrences}×` : ''));
  const countWidth = Math.max(...counts.map(({ length }) => length));
  const rows = shown.map(({ project, lesson: { id, title, delivered } }, at) => {
    const room = columns - 7 - id.length - width - countWidth;
    const text = cutText(onOneLine(title), room).padEnd(room);
    const end = `${fitName(project.name, width)}  ${(counts[at] ?? '').padStart(countWidth)}`;
    return `  ${delivered ? paint.cyan(id) : paint.dim(id)} ${text}  ${paint.dim(end.trimEnd())}`.trimEnd();
  });
  const head = `Ready: ${plural(ready.length, 'lesson')}`;
  const losses = wrap(sumLosses(ready.map(({ lesson }) => lesson)), columns, 2, head.length);
  return [
    `${paint.bold(head)}${losses}`,
    ...rows,
    ...(rest > 0 ? [`  ${paint.dim(`and ${rest} more (--verbose)`)}`] : []),
  ];
}

/** Returns the lessons that hold in several projects, on one line each. */
function listShared({ lessons }: EverywhereReport, most: number, { paint, columns }: Canvas): string[] {
  if (lessons.length === 0) return [];
  const shown = lessons.slice(0, most);
  const rest = shown.length < lessons.length ? paint.dim(' (--verbose shows them)') : '';
  const head = `${paint.bold(`Seen in several projects: ${plural(lessons.length, 'lesson')}`)}${rest}`;
  return [head, ...shown.map(({ title }) => `  - ${cutText(onOneLine(title), columns - 4)}`)];
}

/** Returns the first remarks, those about what prevents writing before the others. */
function listRemarks({ projects, everywhere, notices }: LearnReport, most: number, canvas: Canvas): string[] {
  const refusals = new Set(projects.flatMap((project) => project.refusals));
  const others = [...notices, ...(everywhere?.notices ?? []), ...projects.flatMap((project) => project.notices)];
  const { shown, rest } = takeFirst([...new Set([...refusals, ...others])], most);
  return [
    ...shown.map((text) => viewRemark(text, canvas, refusals.has(text) ? 'red' : 'yellow')),
    ...(rest > 0 ? [`  ${canvas.paint.dim(`and ${rest} more (--verbose)`)}`] : []),
  ];
}

/** Returns the first elements and the number of the others. Counting a single one takes as much room as showing it. */
function takeFirst<T>(all: readonly T[], most: number): { shown: readonly T[]; rest: number } {
  const shown = all.length === most + 1 ? all : all.slice(0, most);
  return { shown, rest: all.length - shown.length };
}

function nameWidth(names: readonly string[]): number {
  return Math.min(LONGEST_NAME, Math.max(...names.map((name) => onOneLine(name).length)));
}

function fitName(name: string, width: number): string {
  return cutText(onOneLine(name), width).padEnd(width);
}

function onOneLine(text: string): string {
  return stripControls(text).replaceAll('\n', ' ');
}

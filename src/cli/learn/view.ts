import { agents } from '../../agents/registry.ts';
import type { EverywhereReport, LearnReport, ProjectReport } from '../../app/learn/learn-report.ts';
import { formatDate } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type ChangesViewOptions, paintDiff, viewChanges } from '../views/changes-view.ts';
import { MOST_LESSONS, viewLessons } from '../views/lessons-view.ts';
import { type Canvas, listKinds, plural, showText, viewRemark, wrap } from '../views/text.ts';
import { findAnswer } from './answers.ts';
import type { NextCommands } from './next-commands.ts';
import { listNextSteps } from './next-steps.ts';
import { findReady, viewAllProjects } from './view-all.ts';

/** Options for showing a report. */
export interface LearnViewOptions extends ChangesViewOptions {
  /** Whether --since or --until left sessions out. */
  isNarrowed?: boolean;
  /** Whether to show files of the user that hold lessons for several projects. */
  showsEverywhere?: boolean;
  /** The lines that the command prints around this view. */
  linesAround?: number;
  /** Whether a teacher is asked in the same run. */
  isTaught?: boolean;
  /** The commands to run next; absent if there are no files of the user to write. */
  next?: NextCommands;
}

/** Returns the report for people, on one screen unless more was asked for: figures, lessons, files, and the next steps. */
export function viewLearn(report: LearnReport, options: LearnViewOptions): string {
  const { projects, everywhere, notices } = report;
  const isAll = projects.length > 1;
  if (isAll && !options.verbose && !options.showsDiff) {
    const ownFiles = everywhere ? viewOwnFiles(everywhere, options).join('\n\n') : '';
    return `${viewAllProjects(report, { ...options, ownFiles, mostLines: SCREEN_LINES })}\n`;
  }
  const parts = projects.map((project) => viewProject(project, options, isAll));
  const shared = everywhere ? viewEverywhere(everywhere, options, isAll) : '';
  const remarks = notices.map((notice) => viewRemark(notice, options));
  const steps = isAll ? listNextSteps(projects, findReady(projects)[0], { ...options, everywhere }) : [];
  return `${[...parts, shared, remarks.join('\n'), steps.join('\n')].filter(Boolean).join('\n\n')}\n`;
}

/** Shows the lessons that hold in several projects, and the files that would deliver them in all projects. */
function viewEverywhere(everywhere: EverywhereReport, options: LearnViewOptions, isAll: boolean): string {
  const { lessons, changes, applied, notices } = everywhere;
  const { paint, columns, next } = options;
  const told = lessons.map(({ guidance }) => `  - ${wrap(stripControls(guidance), columns, 4)}`);
  const head = paint.bold(`Seen in several projects: ${plural(lessons.length, 'lesson')}`);
  // With several projects, it is one of the next steps.
  const isOffered = !isAll && !applied && changes.length > 0;
  return [
    ...(told.length === 0 ? [] : [[head, ...told].join('\n')]),
    ...notices.map((notice) => viewRemark(notice, options)),
    ...viewOwnFiles(everywhere, options),
    ...(isOffered && next ? [`${paint.dim('write them for all projects:')} ${next.applyUser}`] : []),
  ].join('\n\n');
}

/** Shows the user's own files that were written, or would be if the user asked for that. */
function viewOwnFiles({ changes, applied }: EverywhereReport, { paint, showsEverywhere }: LearnViewOptions): string[] {
  if (applied) return [`Written: ${changes.map(({ name }) => stripControls(name)).join(', ')}`];
  return showsEverywhere ? changes.map(({ diff }) => paintDiff(diff, paint)) : [];
}

/** The lines of a common terminal, without one for the prompt. */
const SCREEN_LINES = 23;

/** Shows a project; without --verbose or --diff it lists as many lessons as fit on the screen, three at least. */
function viewProject(project: ProjectReport, options: LearnViewOptions, isAll: boolean): string {
  const text = viewSections(project, options, isAll);
  if (options.verbose || options.showsDiff) return text;
  const { mostLessons = MOST_LESSONS, linesAround = 0 } = options;
  const excess = text.split('\n').length + linesAround - SCREEN_LINES;
  return excess <= 0
    ? text
    : viewSections(project, { ...options, mostLessons: Math.max(3, mostLessons - excess) }, isAll);
}

function viewSections(project: ProjectReport, options: LearnViewOptions, isAll: boolean): string {
  const remarks = [
    ...project.refusals.map((refusal) => viewRemark(refusal, options, 'red')),
    ...project.notices.map((notice) => viewRemark(notice, options)),
  ];
  const isShort = !options.verbose;
  const head = [viewHead(project, options), viewFigures(project, options)];
  const sections = [
    ...(isShort ? [head.join('\n')] : head),
    viewLessons(project, options),
    viewChanges(project, options),
    remarks.join('\n'),
    viewNext(project, options, isAll),
  ];
  return sections.filter(Boolean).join('\n\n');
}

function viewHead({ name, root }: ProjectReport, { paint, columns, home }: Canvas): string {
  const [title, folder] = [stripControls(name), showText(root, home)];
  const fits = title.length + 1 + folder.length <= columns;
  return `${paint.bold(title)}${fits ? ' ' : '\n  '}${paint.dim(folder)}`;
}

function viewFigures(project: ProjectReport, options: LearnViewOptions): string {
  return options.verbose ? viewAllFigures(project, options) : viewFewFigures(project, options);
}

function viewFewFigures({ figures, agents }: ProjectReport, { columns }: Canvas): string {
  const of = agents.length > 0 ? ` of ${agents.join(', ')}` : '';
  const rate = figures.calls === 0 ? '' : ` (${((figures.failures / figures.calls) * 100).toFixed(1)}%)`;
  const calls =
    figures.calls === 0
      ? ''
      : `: ${figures.failures.toLocaleString('en')} of ${plural(figures.calls, 'call')} failed${rate}`;
  return wrap(`${plural(figures.sessions, 'session')}${of}${calls}`, columns, 2);
}

function viewAllFigures({ figures, agents }: ProjectReport, { columns, paint }: Canvas): string {
  if (figures.calls === 0) return `${paint.dim('read'.padEnd(9))} ${plural(figures.sessions, 'session')}`;
  const rate = ((figures.failures / figures.calls) * 100).toFixed(1);
  const span =
    figures.firstAt && figures.lastAt
      ? `, ${formatDate(new Date(figures.firstAt))} to ${formatDate(new Date(figures.lastAt))}`
      : '';
  const kinds = listKinds(Object.entries(figures.byKind));
  const asides = [
    figures.work > 0
      ? `${figures.work} ${figures.work === 1 ? 'was' : 'were'} work in progress (red tests, findings)`
      : '',
    figures.unflagged > 0 ? `${figures.unflagged} carried no error flag` : '',
  ].filter(Boolean);
  const refused = [
    figures.rejected > 0 ? `${figures.rejected} refused by you` : '',
    figures.blocked > 0 ? `${figures.blocked} refused by hooks or rules` : '',
  ].filter(Boolean);
  const rows: [string, string][] = [
    ['read', `${plural(figures.sessions, 'session')}${agents.length > 0 ? ` of ${agents.join(', ')}` : ''}${span}`],
    ['calls', `${figures.calls.toLocaleString('en')}; ${figures.failures.toLocaleString('en')} failed (${rate}%)`],
    ...(kinds ? [['failures', kinds] as [string, string]] : []),
    ...(asides.length > 0 ? [['of these', asides.join(', ')] as [string, string]] : []),
    ...(refused.length > 0 ? [['besides', refused.join(', ')] as [string, string]] : []),
  ];
  return rows.map(([name, text]) => `${paint.dim(name.padEnd(9))} ${wrap(text, columns, 10)}`).join('\n');
}

/** Shows the answer and the next steps, which several projects share. */
function viewNext(project: ProjectReport, options: LearnViewOptions, isAll: boolean): string {
  const answer = findAnswer(project, options.isNarrowed ?? false);
  const lesson =
    project.lessons.find((lesson) => lesson.delivered) ?? project.lessons.find((lesson) => lesson.status === 'ready');
  const steps = isAll ? [] : listNextSteps([project], lesson && { project, lesson }, options);
  const open = isAll ? [] : viewUnexplained(project, options);
  return [...(answer === undefined ? [] : [wrap(answer, options.columns, 0)]), ...steps, ...open].join('\n');
}

/** Says what recurs without a lesson, and who could explain it. */
function viewUnexplained(
  { unexplained, agents: names }: ProjectReport,
  { columns, next, isTaught }: LearnViewOptions,
): string[] {
  if (!unexplained || unexplained.cases === 0 || !next || isTaught) return [];
  const { cases, calls, minutes, tokens = 0 } = unexplained;
  const about = tokens < 1000 ? tokens : Math.round(tokens / 1000) * 1000;
  const cost = `${plural(calls, 'call')}, ${plural(minutes, 'minute')}`;
  const [many, them] = cases === 1 ? ['1 failure recurs', 'it'] : [`${cases} failures recur`, 'them'];
  const who = `Let an agent explain ${them}: ${next.teach(nameTeacher(names))} (about ${about.toLocaleString('en')} tokens)`;
  return [wrap(`${many} without a lesson (${cost}). ${who}`, columns, 0)];
}

/** Returns the agent at work that can be asked, by the name that people type. */
function nameTeacher(names: readonly string[]): string {
  const askable = agents.filter(({ headless }) => headless !== undefined);
  const found = names.flatMap((name) => askable.find((agent) => agent.name === name) ?? [])[0] ?? askable[0];
  return found?.aliases?.[0] ?? found?.name ?? '';
}

import type { EverywhereReport, LearnReport, ProjectReport } from '../../app/learn/learn-report.ts';
import { findMissing } from '../../lifecycle/promotion/due.ts';
import { formatDate } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type ChangesViewOptions, paintDiff, viewChanges } from '../views/changes-view.ts';
import { viewLessons } from '../views/lessons-view.ts';
import { type Canvas, listKinds, plural, showText, viewRemark, wrap } from '../views/text.ts';
import type { NextCommands } from './next-commands.ts';

/** Options for showing a report. */
export interface LearnViewOptions extends ChangesViewOptions {
  /** Whether --since or --until left sessions out. */
  isNarrowed?: boolean;
  /** Whether to show files of the user that hold lessons for several projects. */
  showsEverywhere?: boolean;
  /** The commands to run next; absent if there are no files of the user to write. */
  next?: NextCommands;
}

/** Returns the report for people: the logs read, lessons ready and watched, the exact diff, and the next steps. */
export function viewLearn(report: LearnReport, options: LearnViewOptions): string {
  const parts = report.projects.map((project) => viewProject(project, options));
  const everywhere = report.everywhere ? viewEverywhere(report.everywhere, options) : '';
  const notices = report.notices.map((notice) => viewRemark(notice, options));
  return `${[...parts, everywhere, notices.join('\n')].filter(Boolean).join('\n\n')}\n`;
}

/** Shows the lessons that hold in several projects, and the files that would deliver them in all projects. */
function viewEverywhere({ lessons, changes, applied, notices }: EverywhereReport, options: LearnViewOptions): string {
  const { paint, columns, next, showsEverywhere } = options;
  const told = lessons.map(({ guidance }) => `  - ${wrap(stripControls(guidance), columns, 4)}`);
  const head = paint.bold(`Seen in several projects: ${plural(lessons.length, 'lesson')}`);
  const names = changes.map(({ name }) => stripControls(name)).join(', ');
  const isOffered = !applied && changes.length > 0;
  return [
    ...(told.length === 0 ? [] : [[head, ...told].join('\n')]),
    ...(isOffered && showsEverywhere ? changes.map(({ diff }) => paintDiff(diff, paint)) : []),
    ...notices.map((notice) => viewRemark(notice, options)),
    ...(applied ? [`Written: ${names}`] : []),
    ...(isOffered && next ? [`${paint.dim('tell them in all projects:')} ${next.applyUser}`] : []),
  ].join('\n\n');
}

function viewProject(project: ProjectReport, options: LearnViewOptions): string {
  const remarks = [
    ...project.refusals.map((refusal) => viewRemark(refusal, options, 'red')),
    ...project.notices.map((notice) => viewRemark(notice, options)),
  ];
  const sections = [
    viewHead(project, options),
    viewFigures(project, options),
    viewLessons(project, options),
    viewChanges(project, options),
    remarks.join('\n'),
    viewNext(project, options),
  ];
  return sections.filter(Boolean).join('\n\n');
}

function viewHead({ name, root }: ProjectReport, { paint, columns, home }: Canvas): string {
  const [title, folder] = [stripControls(name), showText(root, home)];
  const fits = title.length + 1 + folder.length <= columns;
  return `${paint.bold(title)}${fits ? ' ' : '\n  '}${paint.dim(folder)}`;
}

function viewFigures({ figures, agents }: ProjectReport, { columns, paint }: Canvas): string {
  if (figures.calls === 0) return `${paint.dim('read'.padEnd(9))} ${plural(figures.sessions, 'session')}`;
  const rate = ((figures.failures / figures.calls) * 100).toFixed(1);
  const span =
    figures.firstAt && figures.lastAt
      ? `, ${formatDate(new Date(figures.firstAt))} to ${formatDate(new Date(figures.lastAt))}`
      : '';
  const kinds = listKinds(Object.entries(figures.byKind));
  const asides = [
    figures.work > 0 ? `${figures.work} ${figures.work === 1 ? 'was' : 'were'} work in progress (red tests, findings)` : '',
    figures.unflagged > 0 ? `${figures.unflagged} carried no error flag` : '',
  ].filter(Boolean);
  const refused = [
    figures.rejected > 0 ? `${figures.rejected} refused by you` : '',
    figures.blocked > 0 ? `${figures.blocked} refused by hooks or rules` : '',
  ].filter(Boolean);
  const rows: [string, string][] = [
    ['read', `${plural(figures.sessions, 'session')}${agents.length > 0 ? ` of ${agents.join(', ')}` : ''}${span}`],
    ['calls', `${figures.calls.toLocaleString('en')}, of which ${figures.failures.toLocaleString('en')} failed (${rate}%)`],
    ...(kinds ? [['failures', kinds] as [string, string]] : []),
    ...(asides.length > 0 ? [['of these', asides.join(', ')] as [string, string]] : []),
    ...(refused.length > 0 ? [['besides', refused.join(', ')] as [string, string]] : []),
  ];
  return rows.map(([name, text]) => `${paint.dim(name.padEnd(9))} ${wrap(text, columns, 10)}`).join('\n');
}

/** Shows the next steps. Nothing to read, nothing failed, nothing recurs and nothing to change are different answers. */
function viewNext(project: ProjectReport, options: LearnViewOptions): string {
  const { paint, columns, next } = options;
  const answer = findAnswer(project, options);
  const lines = answer === undefined ? [] : [wrap(answer, columns, 0)];
  if (next) {
    // Not wrapped, because commands are meant to be copied.
    const add = (label: string, command: string) => lines.push(`${paint.dim(`${label}:`.padEnd(14))}${command}`);
    if (project.applied) add('take it back', next.undo(project));
    else if (project.changes.length > 0 && project.refusals.length === 0) add('write it', next.apply);
    const first =
      project.lessons.find((lesson) => lesson.delivered) ?? project.lessons.find((lesson) => lesson.status === 'ready');
    if (first) add('see why', `${next.why(project)} ${first.id}`);
    // Lessons that are only shown are not yet in memory.
    const due = project.lessons.filter(
      (lesson) => (project.applied || !lesson.isNew) && findMissing(lesson, options.now).length === 0,
    );
    if (due.length > 0) add('make it stay', `${next.promote(project)} ${paint.dim(`(${nameDue(due)})`)}`);
    if (project.withoutHooks) add('tell in time', 'hardwon install');
    if (project.noted !== undefined) add('keep more', next.capture(project));
  }
  return lines.join('\n');
}

/** Names the first few, which have a high confidence and were seen three times. */
function nameDue(due: readonly { id: string }[]): string {
  const ids = due.slice(0, 3).map(({ id }) => id);
  const rest = due.length - ids.length;
  return `${ids.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}: sure, and seen three times or more`;
}

/** Returns the sentence that states the result if the lists above do not. */
function findAnswer(project: ProjectReport, { isNarrowed }: LearnViewOptions): string | undefined {
  const { figures, lessons, changes, refusals } = project;
  const hasReady = lessons.some((lesson) => lesson.status === 'ready');
  if (figures.calls === 0 && lessons.length > 0)
    return `No call of this project is ${isNarrowed ? 'from that time' : 'in the logs of this machine'}: what is known of it comes from memory.${changes.length === 0 && refusals.length === 0 ? ' Nothing to change.' : ''}`;
  if (refusals.length > 0) return 'Nothing is written for this project until that is settled.';
  if (figures.calls === 0)
    return isNarrowed
      ? 'No call of this project is from that time: there is nothing to learn from.'
      : 'The sessions hold no tool calls: there is nothing to learn from yet.';
  if (figures.failures + figures.rejected + figures.blocked === 0 && lessons.length === 0)
    return 'Nothing failed in these sessions: there is nothing to learn.';
  if (lessons.length === 0) return 'Nothing recurs yet: no failure had a fix that could be told from a coincidence.';
  if (!hasReady && lessons.some((lesson) => lesson.status === 'watching'))
    return 'Nothing recurs yet: what was seen once is watched, and is told when it comes up again.';
  if (!project.exists)
    return 'This folder is not on this machine, so nothing can be written for it. Use --join to add its sessions to a folder that is.';
  if (project.container)
    return 'This folder holds several repositories, so nothing is written for it. Run hardwon learn in one of them.';
  return changes.length === 0 ? 'Everything is written already: nothing to change.' : undefined;
}

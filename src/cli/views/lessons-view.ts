import type { ProjectReport, ReportedLesson } from '../../app/learn/learn-report.ts';
import { type LessonState, stateOf } from '../../lessons/count-lessons.ts';
import type { TrackRecord } from '../../lessons/track-record.ts';
import { isToldByHooks, isToldOnMatch } from '../../memory/told-how.ts';
import { describeAge } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, cutText, listFirst, plural, timesText, wrap } from './text.ts';

/** Options for the list of lessons. */
export interface LessonsViewOptions extends Canvas {
  /** Whether to show everything. */
  verbose: boolean;
  /** Whether the command has --verbose, so that a hint at it makes sense. */
  hasVerbose: boolean;
  /** Upper bound for the lessons that are listed without --verbose. */
  mostLessons?: number;
  now: Date;
}

/** Returns the lessons of a project: with --verbose all that is known of each, otherwise a line for each of the first. */
export function viewLessons(project: ProjectReport, options: LessonsViewOptions): string {
  return options.verbose ? viewAll(project, options) : viewShort(project, options);
}

/** Upper bound for the lessons on one screen, with one line each. */
export const MOST_LESSONS = 10;

function viewShort(project: ProjectReport, options: LessonsViewOptions): string {
  const { paint, hasVerbose, columns, mostLessons = MOST_LESSONS } = options;
  const withStatus = (status: LessonState) => project.lessons.filter((lesson) => stateOf(lesson) === status);
  const ready = withStatus('ready');
  const lines: string[] = [];
  if (ready.length > 0) {
    const head = `Ready: ${plural(ready.length, 'lesson')}`;
    lines.push(`${paint.bold(head)}${wrap(sumLosses(ready), columns, 2, head.length)}`);
    // A line that says there is one more takes as much room as that one.
    const shown = ready.length === mostLessons + 1 ? ready : ready.slice(0, mostLessons);
    lines.push(...shown.map((lesson) => viewLine(lesson, options)));
    if (ready.length > shown.length)
      lines.push(`  ${paint.dim(`and ${ready.length - shown.length} more${hasVerbose ? ' (--verbose)' : ''}`)}`);
  }
  const counts = [
    describeUntold(project, ready),
    describeWatched(withStatus('watching')),
    describeOthers(withStatus('promoted'), 'promoted to rules, tests or hooks'),
    describeOthers(withStatus('retired'), 'no longer true'),
  ].filter((text) => text !== '');
  return [...lines, ...counts.map((text) => paint.dim(wrap(text, columns, 2)))].join('\n');
}

/** Returns a lesson on one line: its title, cut to fit, and how often it came up. */
function viewLine(
  { id, title, occurrences, delivered }: ReportedLesson,
  { paint, columns }: LessonsViewOptions,
): string {
  const count = occurrences > 1 ? `${occurrences}×` : '';
  const room = columns - 6 - id.length - count.length;
  const cut = cutText(stripControls(title).replaceAll('\n', ' '), room);
  return `  ${delivered ? paint.cyan(id) : paint.dim(id)} ${cut.padEnd(room)}  ${paint.dim(count)}`.trimEnd();
}

/** Returns `: 35 calls and 15 minutes lost to them`; empty if no log has it. */
export function sumLosses(lessons: readonly ReportedLesson[]): string {
  const calls = lessons.reduce((sum, { wastedCalls }) => sum + wastedCalls, 0);
  const minutes = lessons.reduce((sum, { wastedMinutes = 0 }) => sum + wastedMinutes, 0);
  if (calls === 0) return '';
  return `; without ${lessons.length === 1 ? 'it' : 'them'} ${plural(calls, 'call')}${minutes === 0 ? '' : ` and ${plural(minutes, 'minute')}`} ${calls === 1 && minutes === 0 ? 'was' : 'were'} lost`;
}

/** Names the ready lessons that are in no file, with the reason in a few words. */
function describeUntold(project: ProjectReport, ready: readonly ReportedLesson[]): string {
  const { leftOut, onMatch, everywhere, unsure } = groupUntold(project, ready);
  return [
    [leftOut, `do not fit into ${plural(project.budget, 'token')}`] as const,
    [onMatch, 'are shown when they apply, and are in no file'] as const,
    [everywhere, 'are in your own files, for all projects'] as const,
    [unsure, 'are below the confidence asked for'] as const,
  ]
    .filter(([ids]) => ids.length > 0)
    .map(
      ([ids, why]) =>
        `${listFirst(ids)} ${ids.length === 1 ? why.replace(/^are/, 'is').replace(/^do /, 'does ').replace('they apply, and are', 'it applies, and is') : why}.`,
    )
    .join(' ');
}

function describeWatched(watching: readonly ReportedLesson[]): string {
  if (watching.length === 0) return '';
  const imported = watching.some(({ origin }) => origin !== undefined) ? ' or not reviewed yet' : '';
  return `Watching ${plural(watching.length, 'lesson')}: not seen often enough yet${imported}.`;
}

function describeOthers(lessons: readonly ReportedLesson[], what: string): string {
  return lessons.length === 0 ? '' : `${plural(lessons.length, 'lesson')} ${what}.`;
}

/** Shows everything about each lesson. */
function viewAll(project: ProjectReport, options: LessonsViewOptions): string {
  const { paint, columns } = options;
  const withStatus = (status: LessonState) => project.lessons.filter((lesson) => stateOf(lesson) === status);
  const promoted = withStatus('promoted');
  const [ready, watching, retired] = [withStatus('ready'), withStatus('watching'), withStatus('retired')];
  const parts: string[] = [];
  if (ready.length > 0) {
    const head = paint.bold(`Ready: ${plural(ready.length, 'lesson')}`);
    parts.push([head, ...ready.map((lesson) => viewLesson(lesson, options))].join('\n'));
    parts.push(...findUntold(project, ready).map((text) => wrap(text, columns, 0)));
  }
  if (watching.length > 0) {
    const imported = watching.some(({ origin }) => origin !== undefined) ? ', or imported and not reviewed yet' : '';
    const head = paint.bold(`Watching: ${plural(watching.length, 'lesson')} not seen often enough yet${imported}`);
    parts.push([head, ...watching.map((lesson) => viewLesson(lesson, options))].join('\n'));
    const atOnce = watching.filter(isToldByHooks).map(({ id }) => id);
    if (atOnce.length > 0)
      parts.push(
        wrap(
          `Hooks show ${atOnce.join(', ')} even so: ${atOnce.length === 1 ? 'a known fact' : 'known facts'} about tools and shells.`,
          columns,
          0,
        ),
      );
  }
  if (promoted.length > 0) {
    const head = paint.bold(`Promoted: ${plural(promoted.length, 'lesson')}`);
    const where = [...new Set(promoted.map((lesson) => stripControls(lesson.promoted ?? '')))].join(', ');
    parts.push(wrap(`${head} ${paint.dim(`now in ${where}`)}`, columns, 2));
  }
  if (retired.length > 0)
    parts.push(`${paint.bold(`Retired: ${plural(retired.length, 'lesson')}`)} ${paint.dim('no longer true')}`);
  return parts.join('\n\n');
}

/** Groups the ids of ready lessons that are in no file by the reason. */
function groupUntold(project: ProjectReport, ready: readonly ReportedLesson[]) {
  const leftOut = new Set(project.leftOut);
  const idsOf = (isMeant: (lesson: ReportedLesson) => boolean) => ready.filter(isMeant).map(({ id }) => id);
  return {
    leftOut: [...leftOut],
    everywhere: idsOf((lesson) => lesson.everywhere === true),
    onMatch: idsOf((lesson) => isToldOnMatch(lesson) && !lesson.everywhere),
    unsure: idsOf(
      (lesson) => !lesson.delivered && !lesson.everywhere && !isToldOnMatch(lesson) && !leftOut.has(lesson.id),
    ),
  };
}

/** Explains why ready lessons are in no file. */
function findUntold(project: ProjectReport, ready: readonly ReportedLesson[]): string[] {
  const { leftOut, everywhere, onMatch, unsure } = groupUntold(project, ready);
  const reasons: string[] = [];
  if (leftOut.length > 0)
    reasons.push(
      `${plural(leftOut.length, 'ready lesson')} did not fit into ${plural(project.budget, 'token')}: ${leftOut.join(', ')}. Hooks and hardwon consult still show ${leftOut.length === 1 ? 'it' : 'them'}. Raise --budget to write more.`,
    );
  if (onMatch.length > 0)
    reasons.push(
      `Shown when it applies, by hooks, hardwon consult and the MCP server: ${onMatch.join(', ')}. In a file, ${onMatch.length === 1 ? 'its line' : 'their lines'} would cost every session more than ${onMatch.length === 1 ? 'it saves' : 'they save'}.`,
    );
  if (everywhere.length > 0) reasons.push(`Told in all your projects by your own files: ${everywhere.join(', ')}.`);
  if (unsure.length > 0)
    reasons.push(
      `${plural(unsure.length, 'ready lesson')} ${unsure.length === 1 ? 'is' : 'are'} below the confidence that was asked for: ${unsure.join(', ')}. Lower --min-confidence to write them.`,
    );
  return reasons;
}

function viewLesson(lesson: ReportedLesson, { paint, columns, now, verbose }: LessonsViewOptions): string {
  const level = { low: paint.dim('low'), medium: paint.yellow('medium'), high: paint.green('high') }[lesson.confidence];
  const score =
    verbose && lesson.trigger
      ? `, ${lesson.trigger.failed} of ${lesson.trigger.failed + lesson.trigger.succeeded} such calls failed`
      : '';
  // A lesson written by hand may have no date.
  const age = lesson.lastSeen === '' ? '' : `, last ${describeAge(new Date(lesson.lastSeen), now)}`;
  const loss = describeLoss(lesson);
  const told = `confidence, ${describeCount(lesson)}${age}${score}${lesson.isNew ? ', new' : ''}`;
  // On a narrow terminal, the loss begins a new line rather than breaking this one.
  const joined = loss === undefined ? told : `${told}; ${loss}`;
  const fits = 9 + lesson.confidence.length + joined.length <= columns;
  const facts = fits ? joined : told;
  const record = lesson.backtest && lesson.status === 'ready' ? describeRecord(lesson.backtest) : undefined;
  const rest = [fits ? undefined : loss, record].filter((part) => part !== undefined).join('; ');
  const title = wrap(stripControls(lesson.title), columns, 8, 3 + lesson.id.length);
  const lines = [
    `  ${paint.cyan(lesson.id)} ${title}`,
    `        ${level} ${paint.dim(wrap(facts, columns, 8, 9 + lesson.confidence.length))}`,
  ];
  if (rest !== '') lines.push(`        ${paint.dim(wrap(rest, columns, 8))}`);
  return lines.join('\n');
}

/** Describes the count: a statement by a person, or a count from elsewhere, is not a failed call. */
function describeCount({ occurrences, sessions, evidence }: ReportedLesson): string {
  const isFailed =
    evidence.length > 0 && evidence.every(({ call, message }) => call !== undefined && message === undefined);
  if (occurrences === 1) return isFailed ? '1 failed call' : 'seen once';
  const count = isFailed ? plural(occurrences, 'failed call') : `seen ${timesText(occurrences)}`;
  return `${count} in ${plural(sessions, 'session')}`;
}

/** Describes the cost of its failures up to their fixes; undefined if no log has it. */
function describeLoss({ wastedCalls, wastedMinutes }: ReportedLesson): string | undefined {
  if (wastedCalls === 0 || wastedMinutes === undefined) return undefined;
  const minutes = wastedMinutes === 0 ? 'less than a minute' : plural(wastedMinutes, 'minute');
  return `lost ${plural(wastedCalls, 'call')} and ${minutes}`;
}

/** Describes the calls that the lesson would have been shown before; never claims that it would have prevented them. */
function describeRecord({ later, shown, falseAlarms, calls }: TrackRecord): string {
  if (later === 0) return 'backtest: not enough data';
  const alarms =
    falseAlarms === undefined || shown === 0
      ? ''
      : `; ${plural(falseAlarms, 'false alarm')} in ${plural(calls, 'call')}`;
  return `backtest: would have been shown before ${shown} of ${plural(later, 'later failure')}${alarms}`;
}

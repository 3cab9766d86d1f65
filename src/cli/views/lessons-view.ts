import type { ProjectReport, ReportedLesson } from '../../app/learn/learn-report.ts';
import { type LessonState, stateOf } from '../../lessons/count-lessons.ts';
import type { TrackRecord } from '../../lessons/track-record.ts';
import { isToldByHooks, isToldOnMatch } from '../../memory/tellable.ts';
import { describeAge } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, plural, timesText, wrap } from './text.ts';

/** Options for the list of lessons. */
export interface LessonsViewOptions extends Canvas {
  /** Whether to show everything. */
  verbose: boolean;
  /** Whether the command has --verbose, so that a hint at it makes sense. */
  hasVerbose: boolean;
  now: Date;
}

/** Returns the lessons of a project: those delivered, those that did not fit, and the number of those watched. */
export function viewLessons(project: ProjectReport, options: LessonsViewOptions): string {
  const { paint, verbose, hasVerbose, columns } = options;
  const withStatus = (status: LessonState) => project.lessons.filter((lesson) => stateOf(lesson) === status);
  const promoted = withStatus('promoted');
  const [ready, watching, retired] = [withStatus('ready'), withStatus('watching'), withStatus('retired')];
  const parts: string[] = [];
  if (ready.length > 0) {
    const shown = ready.filter((lesson) => lesson.delivered || verbose);
    const head = paint.bold(`Ready: ${plural(ready.length, 'lesson')}`);
    parts.push([head, ...shown.map((lesson) => viewLesson(lesson, options))].join('\n'));
    parts.push(...findUntold(project, ready).map((text) => wrap(text, columns, 0)));
  }
  if (watching.length > 0) {
    const imported = watching.some(({ origin }) => origin !== undefined) ? ', or imported and not reviewed yet' : '';
    const head = paint.bold(`Watching: ${plural(watching.length, 'lesson')} not ready to be told${imported}`);
    parts.push(
      verbose
        ? [head, ...watching.map((lesson) => viewLesson(lesson, options))].join('\n')
        : `${head}${hasVerbose ? paint.dim(' (--verbose lists them)') : ''}`,
    );
    const atOnce = watching.filter(isToldByHooks).map(({ id }) => id);
    if (atOnce.length > 0)
      parts.push(
        wrap(
          `Hooks tell ${atOnce.join(', ')} all the same: ${atOnce.length === 1 ? 'a known fact' : 'known facts'} of tools and shells.`,
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

/** Explains why ready lessons are in no file. */
function findUntold(project: ProjectReport, ready: readonly ReportedLesson[]): string[] {
  const leftOut = new Set(project.leftOut);
  const everywhere = ready.filter((lesson) => lesson.everywhere).map((lesson) => lesson.id);
  const onMatch = ready.filter((lesson) => isToldOnMatch(lesson) && !lesson.everywhere).map((lesson) => lesson.id);
  const unsure = ready
    .filter((lesson) => !lesson.delivered && !lesson.everywhere && !isToldOnMatch(lesson) && !leftOut.has(lesson.id))
    .map((lesson) => lesson.id);
  const reasons: string[] = [];
  if (leftOut.size > 0)
    reasons.push(
      `${plural(leftOut.size, 'ready lesson')} did not fit into ${plural(project.budget, 'token')}: ${[...leftOut].join(', ')}. Hooks and hardwon consult tell ${leftOut.size === 1 ? 'it' : 'them'} all the same. Raise --budget, or see more with --verbose.`,
    );
  if (onMatch.length > 0)
    reasons.push(
      `Told when it matters, by hooks, hardwon consult and the MCP server: ${onMatch.join(', ')}. In a file, ${onMatch.length === 1 ? 'its line' : 'their lines'} would cost every session more than ${onMatch.length === 1 ? 'it saves' : 'they save'}.`,
    );
  if (everywhere.length > 0) reasons.push(`Told in all your projects by your own files: ${everywhere.join(', ')}.`);
  if (unsure.length > 0)
    reasons.push(
      `${plural(unsure.length, 'ready lesson')} ${unsure.length === 1 ? 'is' : 'are'} below the confidence that was asked for: ${unsure.join(', ')}. Lower --min-confidence, or see them with --verbose.`,
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
  const isFailed = evidence.length > 0 && evidence.every(({ call, message }) => call !== undefined && message === undefined);
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
    falseAlarms === undefined || shown === 0 ? '' : `; ${plural(falseAlarms, 'false alarm')} in ${plural(calls, 'call')}`;
  return `backtest: would have been shown before ${shown} of ${plural(later, 'later failure')}${alarms}`;
}

import type { EverywhereReport, ProjectReport, ReportedLesson } from '../../app/learn/learn-report.ts';
import { findMissing } from '../../lifecycle/promotion/due.ts';
import { listFirst, type Paint } from '../views/text.ts';
import type { NextCommands } from './next-commands.ts';

/** Options for the list of next steps. */
export interface NextStepsOptions {
  paint: Paint;
  now: Date;
  verbose: boolean;
  showsDiff?: boolean;
  /** The commands to run next; absent if there are no files of the user to write. */
  next?: NextCommands;
  /** Lessons for all projects, if the step that writes them is to be listed. */
  everywhere?: EverywhereReport | undefined;
}

/** A lesson, and the project that it belongs to. */
export interface FoundLesson {
  project: ProjectReport;
  lesson: ReportedLesson;
}

/** Returns a line for each next step, with its command: of several projects each step once. `first` is the lesson to look at. */
export function listNextSteps(
  projects: readonly ProjectReport[],
  first: FoundLesson | undefined,
  { paint, now, verbose, showsDiff, next, everywhere }: NextStepsOptions,
): string[] {
  if (!next) return [];
  const lines: string[] = [];
  // Not wrapped, because commands are meant to be copied.
  const add = (label: string, command: string, aside = '') =>
    lines.push(`${paint.dim(`${label}:`.padEnd(15))}${command}${aside === '' ? '' : ` ${paint.dim(`(${aside})`)}`}`);
  const addFor = (
    label: string,
    those: readonly ProjectReport[],
    commandOf: (project: ProjectReport) => string,
    aside = '',
  ) => {
    const [one, ...others] = those;
    if (one) add(label, commandOf(one), [aside, countOthers(others.length)].filter(Boolean).join('; '));
  };
  addFor(
    'undo it',
    projects.filter(({ applied }) => applied),
    next.undo,
  );
  if (projects.some(({ applied, changes, refusals }) => !applied && changes.length > 0 && refusals.length === 0)) {
    if (!showsDiff && !verbose) add('see the diff', next.diff);
    add('write it', next.apply);
  }
  if (everywhere && !everywhere.applied && everywhere.changes.length > 0) add('everywhere', next.applyUser);
  if (first) add('see why', `${next.why(first.project)} ${first.lesson.id}`);
  const promotable = projects.filter((project) => dueOf(project, now).length > 0);
  const [only, ...others] = projects;
  addFor('promote', promotable, next.promote, only && others.length === 0 ? listFirst(dueOf(only, now)) : '');
  if (projects.some(({ withoutHooks }) => withoutHooks)) add('install hooks', 'hardwon install');
  addFor(
    'review notes',
    projects.filter(({ noted }) => noted !== undefined),
    next.capture,
  );
  return lines;
}

/** Returns the ids of the lessons that can be promoted. Lessons that are only shown are not yet in memory. */
function dueOf({ lessons, applied }: ProjectReport, now: Date): string[] {
  return lessons
    .filter((lesson) => (applied || !lesson.isNew) && findMissing(lesson, now).length === 0)
    .map(({ id }) => id);
}

function countOthers(count: number): string {
  return count === 0 ? '' : `and in ${count} more ${count === 1 ? 'project' : 'projects'}`;
}

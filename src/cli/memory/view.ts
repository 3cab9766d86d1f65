import { printTrigger } from '../../lessons/triggers/trigger-text.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { type Canvas, plural, showText, timesText, wrap } from '../views/text.ts';

/** The figures above a list of lessons. */
interface ListFigures {
  /** The memory file. */
  path: string;
  /** Number of lessons in it. */
  total: number;
  /** Number of those that match. */
  found: number;
  /** Number of lessons in the user's own memory, if the list is of a project that has none. */
  own?: number;
}

/** Returns the lessons of a memory, each on two or three lines. */
export function viewLessonList(
  lessons: readonly MemoryEntry[],
  { path, total, found, own = 0 }: ListFigures,
  canvas: Canvas,
): string {
  const { paint, columns, home } = canvas;
  if (total === 0) {
    const elsewhere = own === 0 ? '' : ` Your own memory has ${plural(own, 'lesson')}: hardwon memory --user`;
    const none = `${showText(`There are no lessons in ${path} yet.`, home)}${elsewhere}`;
    return `${wrap(none, columns, 0)}\n${wrap('hardwon learn --apply writes what sessions teach; hardwon capture adds your own.', columns, 0)}\n`;
  }
  if (found === 0) return `None of ${plural(total, 'lesson')} matches.\n`;
  const count = found === total ? plural(total, 'lesson') : `${found} of ${plural(total, 'lesson')}`;
  const left = found - lessons.length;
  return `${[
    wrap(`${paint.bold(count)} ${paint.dim(showText(`in ${path}`, home))}`, columns, 2),
    ...lessons.map((lesson) => viewRow(lesson, canvas)),
    ...(left > 0 ? [paint.dim(`${left} more: --limit ${found} shows all of them.`)] : []),
  ].join('\n\n')}\n`;
}

function viewRow(entry: MemoryEntry, { paint, columns, home }: Canvas): string {
  const { id, title, kind, status, confidence, occurrences, phase } = entry;
  const indent = id.length + 1;
  const facts = [kind, status, `${confidence} confidence`, `seen ${timesText(occurrences)}`, phase].join(', ');
  return [
    `${paint.cyan(id)} ${paint.bold(wrap(showText(title, home), columns, indent))}`,
    `${' '.repeat(indent)}${paint.dim(wrap(facts, columns, indent))}`,
  ].join('\n');
}

/** Returns one lesson with all its fields. */
export function viewLesson(entry: MemoryEntry, path: string, { paint, columns, home }: Canvas): string {
  const { id, title, trigger } = entry;
  const rows: [string, string][] = [
    ['what to do', entry.guidance],
    ['what happened', entry.pattern],
    ['kind', `${entry.kind}, ${entry.dimension}, for ${entry.phase}`],
    [
      'status',
      `${entry.status}, ${entry.confidence} confidence${entry.validated ? `, confirmed on ${entry.validated}` : ''}`,
    ],
    [
      'seen',
      `${timesText(entry.occurrences)}${describeDays(entry)}${entry.helped ? `, helped ${timesText(entry.helped)}` : ''}`,
    ],
    ['about', entry.scope.join(', ')],
    ['applies to', trigger ? printTrigger(trigger) : ''],
    ['error', trigger?.error ?? ''],
    ['origin', entry.origin ?? ''],
    ['promoted to', entry.promoted ?? ''],
    ['kept', entry.kept ?? ''],
    ['conflict', entry.conflict ?? ''],
    ['similar', entry.similar ?? ''],
    ['edited', entry.edited.length > 0 ? `${entry.edited.join(', ')}: later runs leave it alone` : ''],
    ['file', `${path}:${entry.line}`],
  ];
  const body = rows
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `  ${paint.dim(label.padEnd(15))}${wrap(showText(text, home), columns, 17)}`);
  return `${paint.cyan(id)} ${paint.bold(wrap(showText(title, home), columns, id.length + 1))}\n\n${body.join('\n')}\n`;
}

function describeDays({ firstSeen, lastSeen }: MemoryEntry): string {
  if (firstSeen === '') return '';
  return firstSeen.slice(0, 10) === lastSeen.slice(0, 10)
    ? ` on ${firstSeen.slice(0, 10)}`
    : `, from ${firstSeen.slice(0, 10)} to ${lastSeen.slice(0, 10)}`;
}

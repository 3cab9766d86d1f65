import type { Lesson } from '../../lessons/lesson.ts';
import type { RecalledEvidence } from '../../library.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Paint, plural, wrap } from './text.ts';

/** The evidence of a lesson for people: each failed call, what it said, and what then worked. */
export function viewWhy(
  lesson: Lesson,
  calls: readonly RecalledEvidence[],
  { paint, columns }: { paint: Paint; columns: number },
): string {
  const trigger = lesson.trigger
    ? `\n${paint.dim('applies to')}  ${stripControls(lesson.trigger.rule)}: ${lesson.trigger.failed} such calls failed for this, ${lesson.trigger.succeeded} went well`
    : '';
  const head = [
    `${paint.cyan(lesson.id)} ${paint.bold(wrap(stripControls(lesson.title), columns, 6))}`,
    '',
    wrap(stripControls(lesson.guidance), columns, 0),
    '',
    `${paint.dim('what')}        ${wrap(stripControls(lesson.pattern), columns, 12)}`,
    `${paint.dim('evidence')}    ${plural(lesson.occurrences, 'call')} in ${plural(lesson.sessions, 'session')}, ${lesson.firstSeen.slice(0, 10)} to ${lesson.lastSeen.slice(0, 10)}; confidence ${lesson.confidence}, ${lesson.status}${trigger}`,
  ].join('\n');
  const rest = lesson.evidence.length - calls.length;
  const more =
    rest > 0
      ? `\n\n${paint.dim(`${rest} earlier ${rest === 1 ? 'call' : 'calls'}: --limit ${lesson.evidence.length} shows all`)}`
      : '';
  return `${head}\n\n${calls.map((call) => viewCall(call, paint, columns)).join('\n\n')}${more}\n`;
}

function viewCall(recalled: RecalledEvidence, paint: Paint, columns: number): string {
  const { evidence, failed, fix } = recalled;
  const lines = [
    paint.bold(`${evidence.at.slice(0, 16).replace('T', ' ')}  ${evidence.agent} session ${stripControls(evidence.session)}`),
  ];
  if (!failed) return `${lines[0]}\n  ${paint.dim('The log of this call is no longer there.')}`;
  lines.push(`  ${paint.red('failed')} ${indent(cut(failed.input, 4, columns), 9)}`);
  if (failed.said) lines.push(`  ${paint.dim('user  ')} ${indent(cut(failed.said, 3, columns), 9)}`);
  else if (failed.output.trim() !== '') lines.push(`         ${paint.dim(indent(cut(failed.output, 6, columns), 9))}`);
  if (fix) lines.push(`  ${paint.green('worked')} ${indent(cut(fix.input, 4, columns), 9)}`);
  return lines.join('\n');
}

/** The first lines of a text, each within the columns. */
function cut(text: string, most: number, columns: number): string {
  const lines = stripControls(text).trim().split('\n');
  const width = Math.max(30, columns - 12);
  const shown = lines.slice(0, most).map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  if (lines.length > most) shown.push(`… ${lines.length - most} more lines`);
  return shown.join('\n');
}

function indent(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}

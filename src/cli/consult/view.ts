import type { Consultation, ConsultedEntry, Signal } from '../../lifecycle/consult/consult.ts';
import type { EntryMatch, Task } from '../../lifecycle/consult/match-entry.ts';
import { PHASE_RULES } from '../../lifecycle/consult/phase-rules.ts';
import type { TaskFiles } from '../../lifecycle/consult/task-files.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import { type Canvas, plural, showText, timesText, wrap } from '../views/text.ts';

/** The data for the view. */
interface ConsultViewParts {
  task: Task;
  files: TaskFiles;
  found: Consultation;
}

const GROUPS: readonly { signal: Signal; head: string; remark: string }[] = [
  { signal: 'apply', head: 'Apply', remark: 'high confidence' },
  { signal: 'recommend', head: 'Recommended', remark: 'medium confidence; apply where it fits' },
  { signal: 'note', head: 'Noted', remark: 'low confidence, or not reviewed yet; do not change behaviour for it' },
];

/** Returns the lessons for a task, grouped by what they ask of the reader, each with the reason why it is listed. */
export function viewConsultation({ task, files, found }: ConsultViewParts, canvas: Canvas): string {
  const { paint, columns } = canvas;
  const { before, use } = PHASE_RULES[task.phase];
  const sections = [
    found.lessons.length === 0
      ? wrap(sayNothing(task, files, found), columns, 0)
      : `${wrap(`${before}: ${joinWords(plural(found.lessons.length, 'lesson'), describeAsked(task, files))}, of ${found.entries} in ${MEMORY_FOLDER}/${MEMORY_FILE}.`, columns, 0)}\n${paint.dim(wrap(use, columns, 0))}`,
    ...GROUPS.flatMap(({ signal, head, remark }) => {
      const lessons = found.lessons.filter((lesson) => lesson.signal === signal);
      const title = `${paint.bold(head)} ${paint.dim(`(${remark})`)}`;
      return lessons.length === 0
        ? []
        : [[title, ...lessons.map((lesson) => viewLesson(lesson, task, canvas))].join('\n')];
    }),
    found.general > 0
      ? wrap(
          `${plural(found.general, 'lesson')} about the whole project ${found.general === 1 ? 'is' : 'are'} not shown. With --phase ${task.phase} ${found.general === 1 ? 'it is' : 'they are'}.`,
          columns,
          0,
        )
      : '',
    files.isCut ? `Only ${plural(files.list.length, 'changed file')} were looked at. Name some with --files.` : '',
    found.skippedLow > 0
      ? wrap(
          `${plural(found.skippedLow, 'matching lesson')} of low confidence skipped: the file has ${found.entries} entries. hardwon tidy makes it shorter.`,
          columns,
          0,
        )
      : '',
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function sayNothing(task: Task, files: TaskFiles, { entries, hasMemory }: Consultation): string {
  if (!hasMemory)
    return `This project has no memory yet (${MEMORY_FOLDER}/${MEMORY_FILE}): hardwon learn --apply makes it from past sessions.`;
  if (entries === 0) return 'There are no lessons in this project yet.';
  return `${joinWords('No lesson', describeAsked(task, files), task.isByFiles ? '' : `in phase ${task.phase}`)}, of ${entries} in ${MEMORY_FOLDER}/${MEMORY_FILE}.`;
}

function describeAsked({ dimension }: Task, { from, list }: TaskFiles): string {
  const about = from === 'git' ? plural(list.length, 'changed file') : showFiles(list);
  return joinWords(dimension === undefined ? '' : `on ${dimension}`, list.length === 0 ? '' : `for ${about}`);
}

function joinWords(...words: string[]): string {
  return words.filter(Boolean).join(' ');
}

function viewLesson({ entry, match }: ConsultedEntry, task: Task, { paint, columns, home }: Canvas): string {
  const { id, title, guidance, promoted, conflict } = entry;
  const indent = 8;
  const put = (text: string) => `${' '.repeat(indent)}${wrap(showText(text, home), columns, indent)}`;
  return [
    `  ${paint.cyan(id)} ${paint.bold(wrap(showText(title, home), columns, indent, 3 + id.length))}`,
    put(guidance),
    paint.dim(put([describeMatch(match, task), describeEvidence(entry)].join('; '))),
    ...(promoted === undefined ? [] : [paint.dim(put(`promoted: its rule is in ${promoted}`))]),
    ...(conflict === undefined ? [] : [paint.yellow(put(`! conflict: ${conflict}`))]),
  ].join('\n');
}

function describeMatch({ files, byPhase, byDimension }: EntryMatch, { phase }: Task): string {
  const reasons = [
    ...(files.length > 0 ? [showFiles(files)] : []),
    ...(byPhase ? [`phase ${phase}`] : []),
    ...(byDimension === undefined ? [] : [`dimension ${byDimension}`]),
  ];
  return `matches ${reasons.join(' and ')}`;
}

function describeEvidence({ occurrences, sessions, evidence }: ConsultedEntry['entry']): string {
  const seen = `seen ${timesText(occurrences)}`;
  return evidence.length === 0
    ? seen
    : `${seen} in ${plural(sessions, 'session')}, ${plural(evidence.length, 'call')} on record`;
}

/** Names only the first two files: the rest would bury the guidance. */
function showFiles(files: readonly string[]): string {
  const shown = files.slice(0, 2).join(', ');
  return files.length > 2 ? `${shown} and ${files.length - 2} more` : shown;
}

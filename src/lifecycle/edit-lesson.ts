import { editEntry } from '../memory/blocks.ts';
import { parseDocument } from '../memory/document.ts';
import { setField, setHeading } from '../memory/edit-entry.ts';
import { formatId } from '../memory/entry-lesson.ts';
import type { FieldName } from '../memory/field-names.ts';
import { encodeScope, encodeText } from '../memory/field-values.ts';
import { type Memory, memoryOption } from '../memory/memory.ts';
import { AppError } from '../shared/errors.ts';
import { splitLines } from '../shared/files.ts';
import { requireEntry } from './entries.ts';
import { refuseDangerousWords } from './refuse-danger.ts';
import { findTooBroad } from './scope/scope.ts';

/** The parts of a lesson that a person changes; absent parts stay. */
export interface LessonEdit {
  title?: string;
  guidance?: string;
  pattern?: string;
  scope?: readonly string[];
  phase?: string;
  dimension?: string;
  kind?: string;
  status?: string;
  confidence?: string;
}

/** Changes parts of a lesson. They count as written by a person, so that later runs leave them alone; every other line stays. */
export function editLesson(memory: Memory, id: string, edit: LessonEdit): Memory {
  const entry = requireEntry(memory, id);
  const { title, scope, ...rest } = edit;
  const broad = findTooBroad(scope ?? []);
  if (broad.length > 0)
    throw new AppError('usage', `The scope is too broad: ${broad.join(', ')}.`, {
      hint: 'Name a folder, a file or a module.',
    });
  const fields: [FieldName, string | undefined][] = [
    ['Guidance', rest.guidance],
    ['Pattern', rest.pattern],
    ['Scope', scope === undefined ? undefined : encodeScope(scope)],
    ['Phase', rest.phase],
    ['Dimension', rest.dimension],
    ['Kind', rest.kind],
    ['Status', rest.status],
    ['Confidence', rest.confidence],
  ];
  const empty = Object.entries({ title, guidance: rest.guidance }).find(
    ([, text]) => text !== undefined && text.trim() === '',
  );
  if (empty)
    throw new AppError('usage', `A lesson needs a ${empty[0]}.`, { hint: 'To delete the lesson, use hardwon reject.' });
  const after = editEntry(memory, entry.id, (block, eol) => {
    const worded = fields.reduce(
      (each, [name, value]) => (value === undefined ? each : setField(each, name, encodeText(value), eol)),
      block,
    );
    return title === undefined ? worded : setHeading(worded, entry.id, encodeText(title), eol);
  });
  return refuseDangerousWords(entry, requireReadable(after, entry.id));
}

/** Replaces a lesson's lines with the text that a person edited. It must still be this one lesson. */
export function replaceLesson(memory: Memory, id: string, text: string): Memory {
  const entry = requireEntry(memory, id);
  const { blocks } = parseDocument(text.trim() === '' ? '' : `${text.trimEnd()}\n`);
  const [block, ...others] = blocks.filter(
    (each) => each.type === 'entry' || each.lines.some((line) => line.trim() !== ''),
  );
  if (block?.type !== 'entry' || others.length > 0 || block.number === undefined || formatId(block.number) !== entry.id)
    throw new AppError(
      'usage',
      `The edited text must be one entry that begins with "## ${entry.id}: ", and nothing else.`,
      {
        hint: `hardwon memory forget ${entry.id}${memoryOption(memory)} deletes it. Nothing was changed.`,
      },
    );
  const after = editEntry(memory, entry.id, (before, eol) => {
    // The blank lines before the next lesson do not belong to this one.
    const gap = [...before.lines].reverse().findIndex((line) => line.trim() !== '');
    const lines = splitLines(block.lines.join('').trimEnd()).map((line) => line.replace(/\r?\n$/, ''));
    return {
      ...block,
      lines: [...lines.map((line) => `${line}${eol}`), ...before.lines.slice(before.lines.length - gap)],
    };
  });
  return refuseDangerousWords(entry, requireReadable(after, entry.id));
}

/** Throws if a lesson can no longer be read, so that it is not written. */
function requireReadable(memory: Memory, id: string): Memory {
  try {
    requireEntry(memory, id);
    return memory;
  } catch (cause) {
    throw new AppError('usage', `${id} could no longer be read: a field has an invalid value.`, {
      hint: 'docs/lessons.md lists the fields. Nothing was changed.',
      cause,
    });
  }
}

import { z } from 'zod';
import { printTrigger } from '../../lessons/triggers/trigger-text.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { printNotice } from '../../memory/notice.ts';
import { PHASES } from '../../memory/phases.ts';
import type { Tellable } from '../../verify/verified.ts';
import { defineTool } from '../define-tool.ts';
import { confidenceShape, describeLesson, kindShape, lessonShape, NOTE, statusShape, tellCount } from './shapes.ts';

/** Shows the lessons of a memory, by words, id or kind. */
export const memoryView = defineTool({
  name: 'memory_view',
  title: 'View the memory',
  description:
    "Shows the lessons in the project's memory: all of them, those with certain words, of a kind, or one by its id. Also those that are not delivered yet.",
  input: z.object({
    search: z.string().trim().max(500).optional().describe('Words that must all occur in a lesson.'),
    id: z.string().trim().max(40).optional().describe('One lesson, such as L-012; the other filters are then ignored.'),
    kind: kindShape.optional(),
    status: statusShape.optional(),
    confidence: confidenceShape.optional(),
    phase: z.enum(PHASES).optional().describe('The phase of work in which it is useful.'),
    layer: z.enum(['project', 'user']).default('project').describe("The project's memory, or the user's own."),
    limit: z.int().min(1).max(100).default(20).describe('The maximum number of lessons.'),
  }),
  output: z.object({
    path: z.string().describe('The memory file.'),
    total: z.number().describe('Lessons in it.'),
    found: z.number().describe('Lessons that match; the limit may leave some out of the list.'),
    lessons: z.array(lessonShape),
    notices: z.array(z.string()).describe('What is wrong with the file, with its line.'),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ search, id, kind, status, confidence, phase, layer, limit }, { root, folders }) {
    const [{ requireEntry }, { findEntries }, { loadMemory, loadUserMemory }, { noticeWithheld, withoutWithheld }] =
      await Promise.all([
        import('../../lifecycle/entries.ts'),
        import('../../memory/find-entries.ts'),
        import('../../memory/memory.ts'),
        import('../../verify/verified.ts'),
      ]);
    const memory = await (layer === 'user' ? loadUserMemory(folders.config) : loadMemory(root));
    const filter = {
      words: search || undefined,
      kind,
      status,
      confidence,
      phase,
    };
    const found = id ? [requireEntry(memory, id)] : findEntries(memory.entries, filter);
    const listed = found.slice(0, limit);
    const shown = listed.map(withoutWithheld);
    const { path, entries } = memory;
    const notices = [...memory.notices, ...noticeWithheld(listed)].map(printNotice);
    const left = found.length - shown.length;
    const none =
      entries.length === 0 ? 'The memory holds no lessons yet.' : `None of ${entries.length} lessons matches.`;
    const more = left > 0 ? ` ${left} more: search for words, or raise the limit.` : '';
    return {
      note: found.length === 0 ? none : `${found.length} of ${entries.length} lessons. ${NOTE}${more}`,
      details: [...shown.map((entry) => tellLesson(entry, id !== undefined)), ...notices].join('\n\n'),
      data: { path, total: entries.length, found: found.length, lessons: shown.map(describeLesson), notices },
    };
  },
});

function tellLesson(entry: Tellable<MemoryEntry>, isWhole: boolean): string {
  const { id, title, guidance, pattern, kind, status, confidence, occurrences, lastSeen, scope, trigger, origin } =
    entry;
  const facts = [
    kind,
    `${confidence} confidence`,
    status,
    tellCount(occurrences),
    ...(lastSeen ? [`last on ${lastSeen}`] : []),
  ];
  const more: [string, string][] = [
    ['what happened', pattern],
    ['about', scope.join(', ')],
    ['applies to', trigger ? printTrigger(trigger) : ''],
    ['error', trigger?.error ?? ''],
    ['origin', origin ?? ''],
    ['promoted to', entry.promoted ?? ''],
    ['conflict', entry.conflict ?? ''],
  ];
  return [
    `${id} ${title} (${facts.join(', ')})`,
    `  ${guidance}`,
    ...(isWhole ? more.filter(([, text]) => text !== '').map(([name, text]) => `  ${name}: ${text}`) : []),
  ].join('\n');
}

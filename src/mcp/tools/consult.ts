import { z } from 'zod';
import type { Consultation, ConsultedEntry } from '../../lifecycle/consult/consult.ts';
import { PHASE_RULES, readTask } from '../../lifecycle/consult/phase-rules.ts';
import { printNotice } from '../../memory/notice.ts';
import { DIMENSIONS, PHASES } from '../../memory/phases.ts';
import { AppError } from '../../shared/errors.ts';
import { defineTool } from '../define-tool.ts';
import { confidenceShape, NOTE } from './shapes.ts';

const consultedShape = z.object({
  id: z.string(),
  signal: z
    .enum(['apply', 'recommend', 'note'])
    .describe('apply: do it. recommend: do it where it fits. note: for information only.'),
  guidance: z.string(),
  confidence: confidenceShape,
  occurrences: z.number().describe('How often it was seen.'),
  scope: z.array(z.string()).describe('Paths or globs it is about; if empty, the whole project.'),
  files: z.array(z.string()).describe('Files of the task that it mentions.'),
  promoted: z.string().optional().describe('Where its rule is now.'),
  conflict: z.string().optional().describe('The lesson that it may contradict.'),
});

/** Does the same as `hardwon consult`. */
export const consultTool = defineTool({
  name: 'consult',
  title: 'Lessons for a task',
  description:
    'Shows the lessons for what is about to be done: by the files of the task first, by its phase second. Ask before implementing, verifying, reviewing, planning or specifying.',
  input: z.object({
    files: z
      .array(z.string().trim().min(1).max(1_000))
      .max(200)
      .optional()
      .describe('Files, folders or globs of the task, in this project (default: what has changed in git).'),
    phase: z
      .enum(PHASES)
      .optional()
      .describe('What is about to be done (default: implement; with files, only what concerns them).'),
    dimension: z.enum(DIMENSIONS).optional().describe('Only lessons that regulate this.'),
    budget: z.int().min(50).max(8_000).optional().describe('Tokens that the lessons may take (default: 600).'),
  }),
  output: z.object({
    phase: z.enum(PHASES),
    files: z.array(z.string()).describe('The files that were looked at.'),
    entries: z.number().describe('Lessons in the memory.'),
    lessons: z.array(consultedShape).describe('Best first, as many as fit the budget.'),
    general: z.number().describe('Lessons about the whole project, which are shown if a phase is given.'),
    notices: z.array(z.string()),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ files: named, phase, dimension, budget }, { root, cwd, home, now }) {
    const [{ consult: consultMemory }, { fitLessons, renderPrompt }, { findTaskFiles }] = await Promise.all([
      import('../../lifecycle/consult/consult.ts'),
      import('../../lifecycle/consult/render-prompt.ts'),
      import('../../lifecycle/consult/task-files.ts'),
    ]);
    const { files, outside } = await findTaskFiles(named?.length ? named : undefined, { folder: cwd, cwd, home });
    if (outside.length > 0)
      throw new AppError('usage', `Not in this project: ${outside.join(', ')}`, { hint: `Name files below ${cwd}.` });
    const task = readTask({ phase, dimension, files: named }, files.list);
    const found = await consultMemory(root, task, now);
    const { use } = PHASE_RULES[task.phase];
    const fitting = fitLessons(found.lessons, use, budget);
    const lessons = fitting.map(describe);
    const notices = found.notices.map(printNotice);
    const general =
      found.general > 0
        ? ` ${found.general} about the whole project are shown if you give a phase (${task.phase}).`
        : '';
    const none = `${sayNothing(found)}${general}`;
    const left = found.lessons.length - fitting.length;
    const more = left > 0 ? ` ${left} more did not fit the budget.` : '';
    // The note already contains its first line.
    const prompt = renderPrompt(found.lessons, use, budget).split('\n').slice(1).join('\n').trim();
    return {
      note: found.lessons.length === 0 ? none : `${NOTE} ${use}${more}${general}`,
      details: [prompt, ...notices].filter(Boolean).join('\n\n'),
      data: {
        phase: task.phase,
        files: files.list.slice(0, 200),
        entries: found.entries,
        lessons,
        general: found.general,
        notices,
      },
    };
  },
});

function sayNothing({ hasMemory, entries }: Consultation): string {
  if (!hasMemory) return 'This project has no memory yet.';
  return entries === 0 ? 'There are no lessons in this project yet.' : `No lesson of ${entries} concerns it.`;
}

function describe({ entry, signal, match }: ConsultedEntry): z.infer<typeof consultedShape> {
  const { id, guidance, confidence, occurrences, scope, promoted, conflict } = entry;
  return {
    ...{ id, signal, guidance, confidence, occurrences, scope, files: match.files.slice(0, 5) },
    promoted: promoted || undefined,
    conflict: conflict || undefined,
  };
}

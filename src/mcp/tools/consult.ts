import { z } from 'zod';
import type { Task } from '../../lifecycle/consult/match-entry.ts';
import { choosePhase, PHASE_RULES } from '../../lifecycle/consult/phase-rules.ts';
import { printNotice } from '../../memory/notice.ts';
import { DIMENSIONS, PHASES } from '../../memory/phases.ts';
import { AppError } from '../../shared/errors.ts';
import { defineTool } from '../define-tool.ts';
import { confidenceShape, kindShape, NOTE, statusShape } from './shapes.ts';

const consultedShape = z.object({
  id: z.string(),
  title: z.string(),
  signal: z.enum(['apply', 'recommend', 'note']).describe('apply: do it. recommend: where it fits. note: change nothing for it.'),
  guidance: z.string(),
  pattern: z.string(),
  confidence: confidenceShape,
  status: statusShape,
  kind: kindShape,
  occurrences: z.number(),
  scope: z.array(z.string()),
  matched: z.object({
    files: z.array(z.string()).describe('Files of the task that it speaks of.'),
    phase: z.boolean().describe('It is of the phase that was asked for.'),
    dimension: z.string().optional(),
  }),
});

/** What `hardwon consult` does. */
export const consult = defineTool({
  name: 'consult',
  title: 'Lessons for a task',
  description:
    'The lessons that concern what is about to be done: by the files of the task first, by its phase second. Ask before implementing, verifying, reviewing, planning or specifying.',
  input: z.object({
    files: z
      .array(z.string().trim().min(1).max(1_000))
      .max(200)
      .optional()
      .describe('Files, folders or globs of the task, in this project; what is changed in git where absent.'),
    phase: z.enum(PHASES).optional().describe('What is about to be done; implement where absent.'),
    dimension: z.enum(DIMENSIONS).optional().describe('Only lessons that regulate this.'),
    budget: z.int().min(50).max(8_000).optional().describe('Tokens that the lessons may take; 600 where absent.'),
  }),
  output: z.object({
    phase: z.enum(PHASES),
    files: z.array(z.string()).describe('The files that were looked at.'),
    entries: z.number().describe('Lessons in the memory.'),
    lessons: z.array(consultedShape).describe('Best first, as many as fit the budget.'),
    notices: z.array(z.string()),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ files: named, phase, dimension, budget }, { root, cwd, home, now }) {
    const [{ consult: consultMemory }, { describeConsulted }, { fitLessons, renderPrompt }, { findTaskFiles }] =
      await Promise.all([
        import('../../lifecycle/consult/consult.ts'),
        import('../../lifecycle/consult/describe-lesson.ts'),
        import('../../lifecycle/consult/render-prompt.ts'),
        import('../../lifecycle/consult/task-files.ts'),
      ]);
    const { files, outside } = await findTaskFiles(named?.length ? named : undefined, { folder: cwd, cwd, home });
    if (outside.length > 0)
      throw new AppError('usage', `Not in this project: ${outside.join(', ')}`, { hint: `Name files below ${cwd}.` });
    const task: Task = {
      phase: choosePhase({ phase, dimension, files: named }),
      files: files.list,
      ...(dimension && { dimension }),
    };
    const found = await consultMemory(root, task, now);
    const { use } = PHASE_RULES[task.phase];
    const fitting = fitLessons(found.lessons, use, budget);
    const lessons = fitting.map(describeConsulted).map((lesson) => consultedShape.parse(lesson));
    const notices = found.notices.map(printNotice);
    const none = found.entries === 0 ? 'There are no lessons in this project yet.' : `No lesson of ${found.entries} concerns it.`;
    const left = found.lessons.length - fitting.length;
    const more = left > 0 ? ` ${left} more did not fit the budget.` : '';
    return {
      note: found.lessons.length === 0 ? none : `${NOTE} ${use}${more}`,
      details: [renderPrompt(found.lessons, use, budget).trimEnd(), ...notices].filter(Boolean).join('\n\n'),
      data: { phase: task.phase, files: files.list.slice(0, 200), entries: found.entries, lessons, notices },
    };
  },
});

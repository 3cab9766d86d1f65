import { z } from 'zod';
import { printNotice } from '../../memory/notice.ts';
import { AppError } from '../../shared/errors.ts';
import { defineTool } from '../define-tool.ts';
import { confidenceShape, statusShape, tellCount } from './shapes.ts';

const line = (most: number) => z.string().trim().min(1).max(most);

/** Does the same as `hardwon learn-fix`. */
export const learnToolFix = defineTool({
  name: 'learn_tool_fix',
  title: 'Save a tool fix',
  description:
    'Saves a fix that has worked, so that it is found when the same error comes back. Use it once the call has succeeded, never for a guess. It is found by check_known_issues at once; it is written into context files only after a person has confirmed it.',
  input: z.object({
    tool: line(100).optional().describe('The tool or program that failed; * for any.'),
    error_pattern: line(1_000).optional().describe('What the error says, with <any>, <path> or <n> for what varies.'),
    root_cause: z.string().trim().max(2_000).default('').describe('Why it failed.'),
    fix: line(2_000).optional().describe('What helped.'),
    tool_name: line(100).optional().describe('The same as tool.'),
    fix_description: line(2_000).optional().describe('The same as fix.'),
    commands: z.array(line(1_000)).max(10).default([]).describe('Commands that do it. They are shown, never run.'),
    confirmed: z
      .boolean()
      .default(false)
      .describe('True only if the user has read this fix, word for word, and said that it is right.'),
  }),
  output: z.object({
    action: z.enum(['add', 'update']).describe('update: it was known and was counted again.'),
    id: z.string(),
    status: statusShape,
    confidence: confidenceShape,
    occurrences: z.number(),
    notices: z.array(z.string()),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(given, place) {
    const { error_pattern: errorPattern, root_cause: rootCause, commands, confirmed } = given;
    const { tool = given.tool_name, fix = given.fix_description } = given;
    if (tool === undefined || errorPattern === undefined || fix === undefined)
      throw new AppError('usage', 'A fix needs the tool, the error pattern and what helped.', {
        hint: 'Arguments: tool (or tool_name), error_pattern, root_cause, fix (or fix_description), commands, confirmed.',
      });
    const [{ changeMemoryOf }, { cleanFix, saveFix }] = await Promise.all([
      import('../../app/memory/change-project-memory.ts'),
      import('../../lifecycle/save-fix.ts'),
    ]);
    const clean = await cleanFix({ tool, errorPattern, rootCause, fix, commands });
    const { outcome, notices } = await changeMemoryOf(place.root, place, true, (memory) =>
      saveFix(memory, clean, place.now, { isRead: confirmed }),
    );
    const { id, status, confidence, occurrences } = outcome.entry;
    const note = [
      `Saved the tool fix to memory, as ${id}${outcome.action === 'update' ? `, ${tellCount(occurrences)} now` : ''}.`,
      'The next time this pattern appears, you will be reminded of the fix.',
      ...(status === 'watching' ? [`It waits for a person before it is delivered: hardwon confirm ${id}`] : []),
    ].join(' ');
    const details = [
      `Tool: ${clean.tool}`,
      `Pattern: ${clean.errorPattern}`,
      `Root cause: ${clean.rootCause}`,
      `Fix: ${[clean.fix, ...clean.commands].join('; ')}`,
    ].join('\n');
    const data = { action: outcome.action, id, status, confidence, occurrences, notices: notices.map(printNotice) };
    return { note, details, data };
  },
});

import { z } from 'zod';
import { FAILURE_TYPES } from '../../loop/failure-case.ts';
import { AppError } from '../../shared/errors.ts';
import { defineTool } from '../define-tool.ts';
import { statusShape } from './shapes.ts';

const text = (most: number) => z.string().trim().min(1).max(most);

/** Does the same as `hardwon report-failure`, for the project only. */
export const reportFailureTool = defineTool({
  name: 'report_failure',
  title: 'Report a failure',
  description:
    "Reports a mistake that no test catches, such as a plan that misses existing code: the teacher in the user's configuration, or the built-in one, turns it into a rule. The rule waits for a person before it is delivered.",
  input: z.object({
    failure_type: z.enum(FAILURE_TYPES).default('other').describe('What kind of failure it is.'),
    description: text(10_000).describe('What went wrong.'),
    context: text(10_000).optional().describe('What should have been done.'),
    task: text(10_000).optional().describe('What the agent was asked to do.'),
    confirmed: z
      .boolean()
      .default(false)
      .describe(
        'True only if the user has said this, word for word. A rule from a configured teacher still waits for a person.',
      ),
  }),
  output: z.object({
    type: z.enum(FAILURE_TYPES),
    teacher: z.string().describe('Who was asked.'),
    analysis: z.string().describe('The root cause.'),
    rule: z.object({ rule: z.string(), when: z.string(), why: z.string() }).optional(),
    id: z.string().optional().describe('The lesson that contains the rule; absent if none was kept.'),
    status: statusShape.optional(),
    problems: z.array(z.string()),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ failure_type: type, description, context, task, confirmed }, { root, home, env, now }, { signal, tell }) {
    const { openReport } = await import('../../app/capture/report-failure.ts');
    const problems: string[] = [];
    const desk = await openReport({
      ...{ root, home, env, now, type, file: 'project' },
      onFallback: (reason) => problems.push(`${reason} The built-in teacher was asked instead.`),
    });
    const { teacher } = desk;
    if (teacher.destination !== undefined) tell(`sending the report, redacted, to ${teacher.destination}`);
    const report = { type, description, context: context || undefined, task: task || undefined };
    const { analysis, rule } = await desk.teach(report, signal);
    const told = { type, teacher: teacher.name, analysis, problems };
    if (!rule) return { note: 'It contains no rule; nothing was kept.', details: analysis, data: told, isError: true };
    const refusals = await desk.judge(rule);
    if (refusals.length > 0)
      throw new AppError('usage', `The rule is not kept: ${refusals.map(({ message }) => message).join(' ')}`, {
        hint: 'Say what should have been done, and name the paths, commands or checks.',
      });
    // Nobody has read a model's words yet, whoever vouches for the report.
    const isConfirmed = confirmed && teacher.name === 'builtin';
    const { lessons, notices } = await desk.keep(rule, { isConfirmed, apply: true });
    problems.push(...notices);
    const [entry] = lessons;
    const note = [
      entry ? `Kept the rule as ${entry.id}.` : 'The rule is known already.',
      ...(entry?.status === 'watching'
        ? [`It waits for a person before it is delivered: hardwon confirm ${entry.id}`]
        : []),
    ].join(' ');
    const { rule: words, when, why } = rule;
    const details = [`Rule: ${words}`, `When: ${when}`, `Why: ${why}`].join('\n');
    const kept = entry ? { id: entry.id, status: entry.status } : {};
    return { note, details, data: { ...told, rule: { rule: words, when, why }, ...kept } };
  },
});

import { z } from 'zod';
import type { DescribedCapture } from '../../lifecycle/capture/describe-capture.ts';
import { printNotice } from '../../memory/notice.ts';
import { DIMENSIONS, PHASES } from '../../memory/phases.ts';
import { formatDate } from '../../shared/clock.ts';
import { defineTool } from '../define-tool.ts';
import { confidenceShape, kindShape, statusShape, tellCount } from './shapes.ts';

/** Does the same as `hardwon capture` for one lesson, with the same checks. */
export const capture = defineTool({
  name: 'capture',
  title: 'Capture a lesson',
  description:
    "Adds a lesson to the project's memory, or counts one that says the same again. Use it for what others will run into: a missing setup step, a wrong path, a rule of this repository that was learned the hard way. Do not use it for general advice, typos, temporary problems, or the context of one task. A lesson that helps nobody is refused, with the reason. It is a candidate until a person confirms it.",
  input: z.object({
    guidance: z.string().trim().max(4_000).describe('What to do next time, with the path, command or check.'),
    scope: z
      .array(z.string().trim().min(1).max(500))
      .max(20)
      .default([])
      .describe(
        'Paths, modules or globs it is about, relative to the root of the project (default: the whole project).',
      ),
    pattern: z.string().trim().max(4_000).default('').describe('What happened.'),
    title: z.string().trim().max(200).optional().describe('One line (default: taken from the guidance).'),
    phase: z.enum(PHASES).optional().describe('The phase of work in which it is useful.'),
    dimension: z.enum(DIMENSIONS).optional().describe('What it regulates.'),
    kind: kindShape.optional(),
    confirmed: z
      .boolean()
      .default(false)
      .describe('True only if the user has read this lesson, word for word, and said that it is right.'),
    dry_run: z.boolean().default(false).describe('Show what would be written, and write nothing.'),
  }),
  output: z.object({
    action: z
      .enum(['add', 'merge', 'refused', 'proposed'])
      .describe('merge: a lesson that says the same was counted again.'),
    id: z.string().optional(),
    title: z.string(),
    status: statusShape.optional(),
    confidence: confidenceShape.optional(),
    occurrences: z.number().optional(),
    reasons: z
      .array(z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }))
      .describe('Why refused.'),
    similar: z.string().optional().describe('A lesson that is like it.'),
    rejected: z.string().optional().describe('A lesson that is like it, and that a person rejected.'),
    conflicts: z.array(z.string()).describe('Lessons that it may contradict.'),
    entry: z.string().optional().describe('The entry in the memory file.'),
    notices: z.array(z.string()),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ scope, confirmed, dry_run: isDry, ...said }, place) {
    const [{ openCaptureGate }, { describeCapture }, { makeProposal }, { belowRoot }] = await Promise.all([
      import('../../app/capture/capture-proposals.ts'),
      import('../../lifecycle/capture/describe-capture.ts'),
      import('../../lifecycle/capture/proposal.ts'),
      import('../../lifecycle/scope/below-root.ts'),
    ]);
    const { root, home, env, now } = place;
    const gate = await openCaptureGate({ root, home, env, now, isHuman: confirmed, force: false });
    const origin = `captured by an agent on ${formatDate(now)}`;
    const own = makeProposal({ ...said, scope: belowRoot(scope, root), origin });
    // A model's words wait for a person's confirmation, however often they are seen.
    const done = await gate.pass([confirmed ? own : { ...own, isUnread: true }], !isDry);
    const [captured] = describeCapture(done.outcome, done.memory, !isDry).lessons;
    if (!captured) throw new Error('a proposal without an answer');
    const { action, id, title, status, confidence, occurrences, reasons, similar, rejected, conflicts, entry } =
      captured;
    return {
      note: tellCaptured(captured),
      details: entry ?? '',
      data: {
        ...{ action, title, reasons, conflicts, notices: done.notices.map(printNotice) },
        id: id || undefined,
        status,
        confidence,
        occurrences,
        similar: similar || undefined,
        rejected: rejected || undefined,
        entry: entry || undefined,
      },
      isError: action === 'refused',
    };
  },
});

function tellCaptured({
  action,
  would,
  id = '',
  title,
  status,
  confidence,
  occurrences = 1,
  ...rest
}: DescribedCapture): string {
  const { reasons, similar, rejected, conflicts, unsaid = [], promotion } = rest;
  if (action === 'refused')
    return [
      `Not captured: ${title}`,
      ...reasons.map(({ message, hint }) => `  ${[message, hint].filter(Boolean).join(' ')}`),
    ].join('\n');
  const done = { add: `Captured as ${id}`, merge: `Counted on ${id}` };
  const open = { add: `Would be captured as ${id}`, merge: `Would be counted on ${id}` };
  const head = action === 'proposed' ? open[would === 'merge' ? 'merge' : 'add'] : done[action];
  return [
    `${head}: ${title}`,
    `  ${tellCount(occurrences)}, ${confidence} confidence, ${status}`,
    ...(status === 'watching' && action !== 'proposed' ? [`  It waits for a person: hardwon confirm ${id}`] : []),
    ...(unsaid.includes('scope') ? ['  It has no scope, so it applies to the whole project.'] : []),
    ...(unsaid.includes('pattern') ? ['  It does not say what happened.'] : []),
    ...(promotion ? [`  It is ready to become permanent; a person decides: ${promotion}`] : []),
    ...(similar === undefined
      ? []
      : [`  ${similar} is like it. If they are the same, a person merges them: hardwon merge ${similar} ${id}`]),
    ...(rejected === undefined
      ? []
      : [`  Similar: ${rejected}, which was rejected. A person decides whether this one is right.`]),
    ...(conflicts.length === 0 ? [] : [`  It may contradict ${conflicts.join(', ')}: hardwon resolve ${id}`]),
  ].join('\n');
}

import { z } from 'zod';
import type { WhyReport } from '../../app/memory/explain-lesson.ts';
import { printTrigger } from '../../lessons/triggers/trigger-text.ts';
import { defineTool } from '../define-tool.ts';
import { learnRequest } from '../learn-request.ts';
import { confidenceShape, kindShape, NOTE, statusShape, tellCount } from './shapes.ts';

const explainedShape = z.object({
  project: z.string().optional().describe("The project's name; absent for a lesson in the user's own memory."),
  lesson: z.object({
    id: z.string(),
    title: z.string(),
    guidance: z.string(),
    pattern: z.string(),
    kind: kindShape,
    status: statusShape,
    confidence: confidenceShape,
    occurrences: z.number(),
    sessions: z.number(),
    trigger: z.string().optional(),
    origin: z.string().optional(),
  }),
  yieldsTo: z
    .array(z.object({ id: z.string(), title: z.string() }))
    .optional()
    .describe('The lessons that it gives way to: it contradicts them, so it is only watched.'),
  calls: z.array(
    z.object({
      agent: z.string(),
      session: z.string(),
      at: z.string(),
      failed: z.string().optional().describe('The call that failed; absent if its log is gone.'),
      output: z.string().optional().describe('What it said.'),
      said: z.string().optional().describe('What the user wrote.'),
      worked: z.string().optional().describe('The call that then worked.'),
    }),
  ),
  problems: z.array(z.string()),
});

type Explained = z.infer<typeof explainedShape>;

/** Upper bounds for one call: the logs were redacted before they were cut. */
const MOST_INPUT = 1_000;
const MOST_OUTPUT = 2_000;

/** Does the same as `hardwon why`. */
export const why = defineTool({
  name: 'why',
  title: 'Evidence of a lesson',
  description:
    'Shows the evidence of a lesson: each call that failed, what it said, and the call that then worked, with session and time. Reads the logs of agents, which may take a few seconds the first time.',
  input: z.object({
    id: z.string().trim().min(1).max(40).describe('The lesson, such as L-012.'),
    layer: z.enum(['project', 'user']).default('project').describe("The project's memory, or the user's own."),
    limit: z.int().min(1).max(20).default(5).describe('How many calls to show, newest first.'),
  }),
  output: explainedShape,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ id, layer, limit }, place, { tell }) {
    const onProgress = (done: number, total: number) => tell(`read ${done} of ${total} logs`);
    const [{ describeYielding, explainLesson, explainOwnLesson }, { withoutWithheld }, { withConfig }] =
      await Promise.all([
        import('../../app/memory/explain-lesson.ts'),
        import('../../verify/verified.ts'),
        import('../../app/configured-request.ts'),
      ]);
    const request = await withConfig({ ...learnRequest(place), onProgress });
    const explained = await (layer === 'user' ? explainOwnLesson : explainLesson)(id, limit, request);
    const { project } = explained;
    // A title may contain text that is withheld from agents.
    const yieldsTo = explained.yieldsTo?.map(({ id: other, title: named }) => ({
      id: other,
      title: withoutWithheld({ title: named, guidance: '' }).title,
    }));
    const lesson = withoutWithheld(explained.lesson);
    const { title, guidance, pattern, kind, status, confidence, occurrences, sessions, trigger, origin } = lesson;
    const data: Explained = {
      project,
      lesson: {
        ...{ id: lesson.id, title, guidance, pattern, kind, status, confidence, occurrences, sessions },
        trigger: trigger ? printTrigger(trigger) : undefined,
        origin: origin || undefined,
      },
      yieldsTo,
      calls: describeCalls(explained),
      problems: [...request.problems],
    };
    const what = data.calls.length === 0 ? 'No calls are recorded for it.' : 'The calls behind it, newest first.';
    return { note: `${what} ${NOTE}`, details: tellWhy(data, yieldsTo ? describeYielding(yieldsTo) : ''), data };
  },
});

type ShownCall = Explained['calls'][number];

function describeCalls({ calls }: WhyReport): ShownCall[] {
  return calls.map(({ evidence: { agent, session, at }, failed, fix, message }) => {
    const said = message ?? failed?.said;
    return {
      ...{ agent, session, at },
      failed: failed ? failed.input.slice(0, MOST_INPUT) : undefined,
      ...(said
        ? { said: said.slice(0, MOST_OUTPUT) }
        : failed?.output.trim()
          ? { output: failed.output.slice(0, MOST_OUTPUT) }
          : {}),
      worked: fix ? fix.input.slice(0, MOST_INPUT) : undefined,
    };
  });
}

function tellWhy({ lesson, calls }: Explained, watched: string): string {
  const { id, title, guidance, pattern, occurrences, confidence, status, trigger, origin } = lesson;
  const rows = [
    ['what', pattern],
    ['origin', origin ?? ''],
    ['evidence', `${tellCount(occurrences)}; ${confidence} confidence, ${status}`],
    ['applies to', trigger ?? ''],
    ['watched', watched],
  ].filter(([, text]) => text !== '');
  return [
    [`${id} ${title}`, '', guidance, ...rows.map(([name, text]) => `${name}: ${text}`)].join('\n'),
    ...calls.map(tellCall),
  ].join('\n\n');
}

function tellCall({ agent, session, at, failed, output, said, worked }: ShownCall): string {
  const lines: [string, string | undefined][] = [
    ['failed', failed],
    ['said', output],
    ['user', said],
    ['worked', worked],
  ];
  const shown = lines.flatMap(([name, text]) =>
    text === undefined ? [] : [`  ${name}: ${text.trim().replaceAll('\n', '\n    ')}`],
  );
  return [
    `${at} ${agent} session ${session}`,
    ...(shown.length > 0 ? shown : ['  Its log is not on this machine.']),
  ].join('\n');
}

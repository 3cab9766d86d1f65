import { z } from 'zod';
import type { MatchedLesson } from '../../app/memory/match-calls.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import { contains, joinPath } from '../../shared/paths.ts';
import { defineTool } from '../define-tool.ts';
import { learnRequest } from '../learn-request.ts';
import type { Workplace } from '../workplace.ts';
import { confidenceShape, NOTE } from './shapes.ts';

const callShape = z.object({
  tool_name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('The tool, by the name that agents give it: Bash, Read, Edit, mcp__quay__deploy.'),
  tool_input: z.record(z.string(), z.unknown()).describe('Its input, such as {"command": "npm run lint"}.'),
  cwd: z.string().max(4_000).optional().describe('The folder it would run in, in this project.'),
});

/** Does the same as `hardwon match`. */
export const match = defineTool({
  name: 'match',
  title: 'Match calls with lessons',
  description:
    'Shows which lessons apply to tool calls that have not been made yet. Several calls count as one session, in order: the first ones affect the later ones.',
  input: z.object({
    calls: z.array(callShape).min(1).max(50),
    watching: z.boolean().default(false).describe('Whether to include lessons that are not delivered yet.'),
  }),
  output: z.object({
    answers: z
      .array(
        z.object({
          lessons: z.array(
            z.object({
              id: z.string(),
              title: z.string(),
              guidance: z.string(),
              confidence: confidenceShape,
              mode: z.enum(['warn', 'note']).describe('warn: such calls mostly fail. note: they often work.'),
            }),
          ),
        }),
      )
      .describe('One for each call, in order.'),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ calls, watching }, place) {
    const placed = calls.map((call) => ({ ...call, cwd: placeOf(call.cwd, place) }));
    const [{ CallMatcher }, { thisMachine }, { loadProjectLessons }] = await Promise.all([
      import('../../app/memory/match-calls.ts'),
      import('../../lessons/triggers/this-machine.ts'),
      import('../../app/memory/project-lessons.ts'),
    ]);
    const learn = async () => (await import('../../app/learn/learn.ts')).learn(learnRequest(place));
    const sources = await loadProjectLessons(place.cwd, { watching, learn });
    const disk = openDisk();
    const isOwn = (path: string) => [place.root, place.cwd].some((folder) => contains(folder, disk.real(path)));
    const matcher = new CallMatcher(sources, thisMachine(place.env, isOwn));
    const answers = placed.map((call) => {
      const answer = matcher.answer(JSON.stringify(call));
      return { lessons: 'lessons' in answer ? answer.lessons : [] };
    });
    const note = answers.every(({ lessons }) => lessons.length === 0) ? 'No lesson applies.' : NOTE;
    const names = calls.map(({ tool_name: name }) => name);
    return { note, details: tellAnswers(answers, names), data: { answers } };
  },
});

/** Returns the folder of a call; a path that leads out of the project is refused. */
function placeOf(cwd: string | undefined, { cwd: folder, root }: Workplace): string {
  const path = cwd === undefined ? folder : joinPath(folder, cwd);
  if ([folder, root].some((own) => contains(own, path))) return path;
  throw new AppError('usage', `${cwd} is not in this project.`, { hint: `Name a folder below ${root}.` });
}

function tellAnswers(answers: readonly { lessons: MatchedLesson[] }[], names: readonly string[]): string {
  const parts = answers.flatMap(({ lessons }, index) =>
    lessons.map(
      ({ id, guidance, confidence, mode }) =>
        `Call ${index + 1}, ${names[index]}: ${id} (${mode === 'warn' ? 'such calls mostly fail' : 'such calls often work'}, ${confidence} confidence)\n  ${guidance}`,
    ),
  );
  return parts.join('\n\n');
}

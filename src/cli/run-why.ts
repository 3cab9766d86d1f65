import { explainLesson } from '../explain-lesson.ts';
import { withConfig } from '../pipeline.ts';
import { AppError } from '../shared/errors.ts';
import type { WhyFlags } from './commands/why.ts';
import { Progress } from './progress.ts';
import { requestOf } from './run-learn.ts';
import { printJson, surroundings, tellProblems } from './surroundings.ts';
import { chooseCanvas } from './views/text.ts';
import { viewWhy } from './views/why-view.ts';

/** Runs `hardwon why`. */
export async function runWhy(id: string, flags: WhyFlags): Promise<void> {
  const here = surroundings();
  const progress = new Progress(process.stderr);
  const limit = Number(flags.limit ?? 5);
  if (!Number.isInteger(limit) || limit < 1)
    throw new AppError('usage', `--limit must be a whole number above 0, not ${flags.limit}.`);
  const request = await withConfig({
    ...requestOf(flags, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  });
  tellProblems(request.problems);
  const explained = await explainLesson(id, limit, request).finally(() => progress.clear());
  if (flags.json) printJson({ schema: 1, ...explained });
  else process.stdout.write(viewWhy(explained, chooseCanvas(process.stdout, here)));
}

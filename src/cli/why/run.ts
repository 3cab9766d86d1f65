import { type ConfiguredRequest, type LearnRequest, withConfig } from '../../app/configured-request.ts';
import { explainLesson, explainOwnLesson, type WhyReport } from '../../app/memory/explain-lesson.ts';
import { type Host, printJson, tellProblems } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import { refuseBoth } from '../option-values.ts';
import { Progress } from '../progress.ts';
import { readLimit } from '../read-limit.ts';
import { requestOf } from '../session-request.ts';
import { chooseCanvas } from '../views/text.ts';
import type { WhyFlags } from './command.ts';
import { viewWhy } from './view.ts';

/** Runs `hardwon why`. */
export async function runWhy(id: string, flags: WhyFlags, here: Host): Promise<void> {
  const progress = new Progress(here);
  refuseBoth(flags);
  const limit = readLimit(flags.limit, 5);
  const request = await withConfig({
    ...requestOf(flags, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  });
  tellProblems(here, request.problems);
  const explained = await explain(id, limit, flags, request).finally(() => progress.clear());
  if (flags.json) printJson(here, { schema: 1, ...explained });
  else here.stdout.write(viewWhy(explained, chooseCanvas(here.stdout, here)));
}

/** Explains a lesson. One that the project does not have may be in the user's own memory: looking at it does no harm. */
async function explain(
  id: string,
  limit: number,
  { user, project }: WhyFlags,
  request: ConfiguredRequest<LearnRequest>,
): Promise<WhyReport> {
  if (user) return explainOwnLesson(id, limit, request);
  try {
    return await explainLesson(id, limit, request);
  } catch (error) {
    if (project !== undefined || !(error instanceof AppError) || error.code !== 'not-found') throw error;
    return explainOwnLesson(id, limit, request).catch(() => {
      throw error;
    });
  }
}

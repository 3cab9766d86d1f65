import type { Surroundings } from '../cli/surroundings.ts';
import { openReport } from '../report-failure.ts';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { AppError } from '../shared/errors.ts';
import type { Done } from './answers.ts';
import type { ReportBody } from './inputs.ts';
import { isWritable } from './lesson-detail.ts';
import type { PicturedProject } from './picture.ts';

/** Takes a failure that a person reports to the teacher of its domain, as `report-failure` does; what helps nobody is refused. */
export async function reportFailure(pictured: PicturedProject, asked: ReportBody, here: Surroundings): Promise<Done> {
  if (!isWritable(pictured))
    throw new AppError('conflict', `${pictured.project.name} is not on this machine: nothing can be written for it.`);
  const { type, description, context, task, file } = asked;
  const notices: string[] = [];
  const desk = await openReport({
    root: findRepository(pictured.project.root),
    ...{ home: here.home, env: here.env, now: here.now, type, file },
    onFallback: (reason) => notices.push(`${reason} The built-in teacher was asked instead.`),
  });
  const { rule, analysis } = await desk.teach({ type, description, ...(context && { context }), ...(task && { task }) });
  if (!rule) throw new AppError('conflict', analysis, { hint: 'Say what should have been done: the path, command or check.' });
  const [refusal] = await desk.judge(rule);
  if (refusal) throw new AppError('conflict', refusal.message, refusal.hint === undefined ? {} : { hint: refusal.hint });
  // The built-in teacher gives back what the person said; the words of a model wait for review.
  const kept = await desk.keep(rule, { isConfirmed: desk.teacher.name === 'builtin', apply: true });
  return {
    said: `Saved as ${kept.lessons.map(({ id }) => id).join(', ')}`,
    changes: kept.diffs.map(({ name, action, text }) => ({ name, action, diff: text })),
    notices: [...notices, ...kept.notices],
  };
}

import { openLibrary } from '../library.ts';
import { chooseProjects, makePlan, withConfig } from '../pipeline.ts';
import { didYouMean } from '../shared/did-you-mean.ts';
import { AppError } from '../shared/errors.ts';
import type { WhyFlags } from './commands/why.ts';
import { requestOf } from './run-learn.ts';
import { printJson, surroundings } from './surroundings.ts';
import { chooseColumns, choosePaint } from './views/text.ts';
import { viewWhy } from './views/why-view.ts';

/** Runs `hardwon why`. */
export async function runWhy(id: string, flags: WhyFlags): Promise<void> {
  const here = surroundings();
  const request = await withConfig(requestOf(flags, here));
  const limit = Number(flags.limit ?? 5);
  if (!Number.isInteger(limit) || limit < 1)
    throw new AppError('usage', `--limit must be a whole number above 0, not ${flags.limit}.`);
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const project = projects[0];
    if (!project) {
      const hint = nothing?.near.length
        ? `Did you mean --project ${nothing.near.join(', or ')}?`
        : 'hardwon projects lists the folders that have sessions.';
      throw new AppError('not-found', `There are no sessions for ${nothing?.folder ?? here.cwd}.`, { hint });
    }
    const plan = await makePlan(project, await library.findings(project), request);
    const wanted = normaliseId(id);
    const lesson = plan.lessons.find((candidate) => candidate.id === wanted);
    if (!lesson) {
      const near = didYouMean(
        wanted,
        plan.lessons.map((candidate) => candidate.id),
      );
      throw new AppError('not-found', `${project.name} has no lesson ${id}.`, {
        hint: near ? `Did you mean ${near}? hardwon learn --verbose lists them all.` : 'hardwon learn --verbose lists them all.',
      });
    }
    const newest = lesson.evidence.slice(-limit).reverse();
    const calls = await library.recall(newest);
    if (flags.json) printJson({ schema: 1, project: project.name, lesson, calls });
    else
      process.stdout.write(
        viewWhy(lesson, calls, {
          paint: choosePaint(process.stdout, here.env),
          columns: chooseColumns(process.stdout, here.env),
        }),
      );
  } finally {
    library.close();
  }
}

/** `12`, `l-12` and `L-012` are the same lesson. */
function normaliseId(id: string): string {
  const number = /^(?:L-?)?(\d+)$/i.exec(id.trim())?.[1];
  return number === undefined ? id : `L-${number.padStart(3, '0')}`;
}

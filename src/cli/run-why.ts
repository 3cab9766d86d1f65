import { foldJournal } from '../delivery/journal/fold-journal.ts';
import { chooseProjects, makePlan } from '../learn-project.ts';
import { openLibrary } from '../library.ts';
import { normaliseId } from '../lifecycle/entries.ts';
import { withCount } from '../live-counts.ts';
import { withConfig } from '../pipeline.ts';
import { didYouMean } from '../shared/did-you-mean.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { WhyFlags } from './commands/why.ts';
import { Progress } from './progress.ts';
import { requestOf } from './run-learn.ts';
import { printJson, surroundings, tellProblems } from './surroundings.ts';
import { chooseCanvas, quoteWord } from './views/text.ts';
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
  const library = await openLibrary(request).finally(() => progress.clear());
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const project = projects[0];
    if (!project) {
      const near = nothing?.near.map((folder) => `--project ${quoteWord(folder)}`).join(', or ');
      const hint = near ? `Did you mean ${near}?` : 'hardwon projects lists the folders that have sessions.';
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
      const all = 'hardwon learn --verbose lists them all.';
      throw new AppError('not-found', `${project.name} has no lesson ${id}.`, {
        hint: near ? `Did you mean ${near}? ${all}` : all,
      });
    }
    const evidence = [...lesson.evidence].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    const calls = await library.recall(evidence.slice(-limit).reverse());
    const shown = withCount(lesson, foldJournal(findOwnFolders(here).data).get(project.root));
    if (flags.json) printJson({ schema: 1, project: project.name, lesson: shown, calls });
    else process.stdout.write(viewWhy(shown, calls, chooseCanvas(process.stdout, here)));
  } finally {
    library.close();
  }
}

import { openLibrary } from '../library.ts';
import { withConfig } from '../pipeline.ts';
import type { ProjectsFlags } from './commands/projects.ts';
import { Progress } from './progress.ts';
import { requestOf } from './run-learn.ts';
import { printJson, surroundings, tellProblems } from './surroundings.ts';
import { viewNoProjects, viewProjects } from './views/projects-view.ts';
import { chooseCanvas } from './views/text.ts';

/** Runs `hardwon projects`. */
export async function runProjects(flags: ProjectsFlags): Promise<void> {
  const here = surroundings();
  const progress = new Progress(process.stderr);
  const request = {
    ...requestOf(flags, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  };
  const configured = await withConfig(request);
  tellProblems(configured.problems);
  const library = await openLibrary(configured).finally(() => progress.clear());
  try {
    const projects = await library.describeProjects();
    const canvas = chooseCanvas(process.stdout, here);
    const roots = library.read.agents.map((agent) => agent.root);
    if (flags.json) printJson({ schema: 1, projects });
    else process.stdout.write(projects.length === 0 ? viewNoProjects(roots, canvas) : viewProjects(projects, here.now, canvas));
    process.exitCode = projects.length === 0 ? 1 : 0;
  } finally {
    library.close();
  }
}

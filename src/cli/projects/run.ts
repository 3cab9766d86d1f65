import { withConfig } from '../../app/configured-request.ts';
import { openLibrary } from '../../app/history/open-library.ts';
import { type Host, printJson, tellProblems } from '../../app/surroundings.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { chooseCanvas } from '../views/text.ts';
import type { ProjectsFlags } from './command.ts';
import { viewNoProjects, viewProjects } from './view.ts';

/** Runs `hardwon projects`. */
export async function runProjects(flags: ProjectsFlags, here: Host): Promise<void> {
  const progress = new Progress(here);
  const request = {
    ...requestOf(flags, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  };
  const configured = await withConfig(request);
  tellProblems(here, configured.problems);
  const library = await openLibrary(configured).finally(() => progress.clear());
  try {
    const projects = await library.describeProjects();
    const canvas = chooseCanvas(here.stdout, here);
    const roots = library.read.agents.map((agent) => agent.root);
    if (flags.json) printJson(here, { schema: 1, projects });
    else
      here.stdout.write(
        projects.length === 0 ? viewNoProjects(roots, canvas) : viewProjects(projects, here.now, canvas),
      );
    here.exitCode = projects.length === 0 ? 1 : 0;
  } finally {
    library.close();
  }
}

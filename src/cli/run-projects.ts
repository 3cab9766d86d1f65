import { openLibrary } from '../library.ts';
import { withConfig } from '../pipeline.ts';
import { describeAge } from '../shared/clock.ts';
import { stripControls } from '../shared/terminal.ts';
import type { ProjectsFlags } from './commands/projects.ts';
import { Progress } from './progress.ts';
import { requestOf } from './run-learn.ts';
import { printJson, surroundings } from './surroundings.ts';

/** Runs `hardwon projects`. */
export async function runProjects(flags: ProjectsFlags): Promise<void> {
  const here = surroundings();
  const progress = new Progress(process.stderr);
  const request = {
    ...requestOf(flags, here),
    onProgress: (done: number, total: number) => progress.show('Reading sessions', done, total),
  };
  const library = await openLibrary(await withConfig(request)).finally(() => progress.clear());
  try {
    const projects = await library.describeProjects();
    if (flags.json) printJson({ schema: 1, projects });
    else
      process.stdout.write(
        stripControls(
          viewProjects(
            projects,
            here.now,
            library.read.agents.map((agent) => agent.root),
          ),
        ),
      );
    process.exitCode = projects.length === 0 ? 1 : 0;
  } finally {
    library.close();
  }
}

type Described = Awaited<ReturnType<Awaited<ReturnType<typeof openLibrary>>['describeProjects']>>[number];

function viewProjects(projects: readonly Described[], now: Date, roots: readonly string[]): string {
  if (projects.length === 0)
    return `No sessions were found in ${roots.join(', ')}.\nName another folder with --claude-dir, or see how it works: hardwon demo\n`;
  const width = Math.min(32, Math.max(...projects.map((project) => project.name.length)));
  const rows = projects.map((project) => {
    const numbers = `${String(project.sessions).padStart(5)} sessions ${String(project.calls).padStart(7)} calls ${String(project.failed).padStart(6)} failed`;
    const age = project.lastAt === undefined ? '' : `  ${describeAge(new Date(project.lastAt), now)}`;
    const more = project.folders.length > 1 ? ` and ${project.folders.length - 1} more` : '';
    return `${project.name.padEnd(width)} ${numbers}${age}\n${' '.repeat(width)} ${project.root}${more}${project.exists ? '' : ' (not on this machine)'}`;
  });
  return `${rows.join('\n')}\n\nLearn from one: hardwon learn --project FOLDER\n`;
}

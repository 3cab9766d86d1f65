import type { LearnReport, ProjectReport } from '../learn-report.ts';
import { type LearnRequest, learn } from '../pipeline.ts';
import { findProject } from '../sessions/projects/find-project.ts';
import { AppError } from '../shared/errors.ts';
import type { LearnFlags } from './commands/learn.ts';
import { Progress } from './progress.ts';
import { printJson, resolvePath, type Surroundings, surroundings } from './surroundings.ts';
import { chooseCanvas, quoteWord } from './views/text.ts';

/** Runs `hardwon learn`. */
export async function runLearn(flags: LearnFlags): Promise<void> {
  const here = surroundings();
  const progress = new Progress(process.stderr);
  const report = await learn({
    ...requestOf(flags, here),
    onProgress: (done, total) => progress.show('Reading sessions', done, total),
  }).finally(() => progress.clear());
  if (flags.json) printJson(report);
  else process.stdout.write(await renderReport(report, flags, here));
  // With --all the projects that could be written are; that some could not is an answer, too.
  const isRefused = flags.apply === true && report.projects.some((project) => project.refusals.length > 0);
  process.exitCode = report.projects.length === 0 || isRefused ? 1 : 0;
}

/** The request that flags make. */
export function requestOf(flags: Omit<LearnFlags, 'json' | 'verbose'>, here: Surroundings): LearnRequest {
  if (flags.since && flags.until && flags.since > flags.until)
    throw new AppError('usage', '--since is later than --until: no session is both.');
  return {
    ...here,
    ...(flags.project === undefined ? {} : { project: resolvePath(flags.project, here) }),
    ...(flags.claudeDir === undefined ? {} : { folders: { 'claude-code': resolvePath(flags.claudeDir, here) } }),
    ...(flags.agent === undefined ? {} : { agents: flags.agent }),
    ...(flags.since === undefined ? {} : { since: flags.since }),
    ...(flags.until === undefined ? {} : { until: flags.until }),
    ...(flags.budget === undefined ? {} : { budget: flags.budget }),
    ...(flags.minConfidence === undefined ? {} : { minConfidence: flags.minConfidence }),
    ...(flags.config === undefined ? {} : { configPath: resolvePath(flags.config, here) }),
    join: flags.join ?? [],
    all: flags.all ?? false,
    apply: flags.apply ?? false,
    force: flags.force ?? false,
    fresh: flags.fresh ?? false,
  };
}

async function renderReport(report: LearnReport, flags: LearnFlags, here: Surroundings): Promise<string> {
  const { viewLearn } = await import('./views/learn-view.ts');
  const { viewNothingRead, viewReading } = await import('./views/reading-view.ts');
  const canvas = chooseCanvas(process.stdout, here);
  const options = {
    ...canvas,
    verbose: flags.verbose ?? false,
    hasVerbose: true,
    now: here.now,
    isNarrowed: flags.since !== undefined || flags.until !== undefined,
    next: nextCommands(flags, here),
  };
  const body = report.projects.length === 0 ? viewNothingRead(report, { ...options, cwd: here.cwd }) : viewLearn(report, options);
  return flags.verbose ? `${body}\n${viewReading(report, canvas)}` : body;
}

/** Commands to go on with: they must mean the same project, and `--apply` must write what was shown. */
function nextCommands(flags: LearnFlags, here: Surroundings) {
  const apply = ['hardwon learn --apply', ...whichProject(flags), ...(flags.all ? ['--all'] : [])];
  if (flags.agent !== undefined) apply.push(`--agent ${quoteWord(flags.agent.join(','))}`);
  if (flags.since !== undefined) apply.push(`--since ${flags.since.toISOString()}`);
  if (flags.until !== undefined) apply.push(`--until ${flags.until.toISOString()}`);
  if (flags.budget !== undefined) apply.push(`--budget ${flags.budget}`);
  if (flags.minConfidence !== undefined) apply.push(`--min-confidence ${flags.minConfidence}`);
  if (flags.force) apply.push('--force');
  const inProject = (project: ProjectReport) =>
    flags.all && !isIn(project, here.cwd) ? [`--project ${quoteWord(project.root)}`] : whichProject({ project: flags.project });
  return {
    apply: apply.join(' '),
    why: (project: ProjectReport) =>
      ['hardwon why', ...inProject(project), ...whichProject({ ...flags, project: undefined })].join(' '),
    undo: (project: ProjectReport) => ['hardwon undo', ...inProject(project)].join(' '),
  };
}

function isIn({ root, folders }: ProjectReport, cwd: string): boolean {
  const project = { id: '', name: '', root, folders, remotes: [], exists: true, container: false, sessions: [] };
  return findProject([project], cwd).project !== undefined;
}

/** The options that lead to a project, as they were typed. */
function whichProject(
  flags: { [key in 'project' | 'claudeDir' | 'config']?: string | undefined } & { join?: string[] },
): string[] {
  return [
    ...(flags.project === undefined ? [] : [`--project ${quoteWord(flags.project)}`]),
    ...(flags.claudeDir === undefined ? [] : [`--claude-dir ${quoteWord(flags.claudeDir)}`]),
    ...(flags.join ?? []).map((glob) => `--join ${quoteWord(glob)}`),
    ...(flags.config === undefined ? [] : [`--config ${quoteWord(flags.config)}`]),
  ];
}

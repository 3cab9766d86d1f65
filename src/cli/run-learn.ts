import type { LearnReport } from '../learn-report.ts';
import { type LearnRequest, learn } from '../pipeline.ts';
import { stripControls } from '../shared/terminal.ts';
import type { LearnFlags } from './commands/learn.ts';
import { Progress } from './progress.ts';
import { printJson, resolvePath, type Surroundings, surroundings } from './surroundings.ts';

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
  process.exitCode = report.projects.length === 0 ? 1 : 0;
}

/** The request that flags make. */
export function requestOf(flags: Omit<LearnFlags, 'json' | 'verbose'>, here: Surroundings): LearnRequest {
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
  const { viewLearn, viewNothingRead, viewReading } = await import('./views/learn-view.ts');
  const { choosePaint, chooseColumns } = await import('./views/text.ts');
  const options = {
    paint: choosePaint(process.stdout, here.env),
    columns: chooseColumns(process.stdout, here.env),
    verbose: flags.verbose ?? false,
    now: here.now,
    applyCommand: applyCommand(flags),
  };
  const body = report.projects.length === 0 ? viewNothingRead(report, here.cwd, options) : viewLearn(report, options);
  const text = flags.verbose ? `${body}\n${viewReading(report, options)}` : body;
  // Colours are ours and stay; everything from sessions was cleaned when it was rendered.
  return text;
}

function applyCommand(flags: LearnFlags): string {
  const parts = ['hardwon learn --apply'];
  if (flags.project !== undefined) parts.push(`--project ${quote(flags.project)}`);
  if (flags.all) parts.push('--all');
  if (flags.claudeDir !== undefined) parts.push(`--claude-dir ${quote(flags.claudeDir)}`);
  for (const glob of flags.join ?? []) parts.push(`--join ${quote(glob)}`);
  return parts.join(' ');
}

function quote(text: string): string {
  const clean = stripControls(text);
  return /^[\w./~@:-]+$/.test(clean) ? clean : `'${clean.replaceAll("'", `'\\''`)}'`;
}

import type { LearnRequest } from '../../app/configured-request.ts';
import { learn } from '../../app/learn/learn.ts';
import type { LearnReport } from '../../app/learn/learn-report.ts';
import { type Host, printJson, resolvePath } from '../../app/surroundings.ts';
import { loadConfig } from '../../config/load-config.ts';
import { AppError } from '../../shared/errors.ts';
import { stripControls } from '../../shared/terminal.ts';
import { askUserFiles } from '../ask-user-files.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { canAsk, openDialog } from '../terminal-dialog.ts';
import { chooseCanvas } from '../views/text.ts';
import type { LearnFlags } from './command.ts';
import { nextCommands } from './next-commands.ts';

/** Runs `hardwon learn`. */
export async function runLearn(flags: LearnFlags, here: Host): Promise<void> {
  // Loading what teachers need takes a quarter of the time of a short run.
  const teaching = (await namesTeacher(flags, here)) ? await import('./teach.ts') : undefined;
  const teacher = await teaching?.chooseTeacherOf(flags, here);
  if (flags.yes && !flags.user && !teacher)
    throw new AppError('usage', '--yes needs --teacher or --user: --apply writes everything else without asking.', {
      hint: 'hardwon learn --teacher claude --yes, or hardwon learn --all --user --apply --yes',
    });
  if (flags.user && !flags.all)
    throw new AppError('usage', '--user needs --all: lessons for all projects are found by comparing projects.', {
      hint: 'hardwon learn --all --user',
    });
  const user = await mayWriteOwnFiles(flags, here);
  const found = await read({ ...requestOf(flags, here), ...(user ? { user } : {}) }, here);
  const report = flags.user && flags.apply && !user ? withUnwritten(found) : found;
  if (!flags.json) here.stdout.write(await renderReport(report, flags, here, teacher !== undefined));
  const taught = teacher && report.projects.length > 0 ? await teaching?.teachCases(teacher, flags, here) : undefined;
  // What was kept just now is told, too.
  const told = taught?.hasReady && flags.apply ? await read({ ...requestOf(flags, here), fresh: false }, here) : report;
  if (flags.json) printJson(here, { ...told, teacher: taught?.report });
  else if (told !== report) {
    const names = told.projects.flatMap(({ changes }) => changes.map(({ name }) => stripControls(name)));
    here.stdout.write(`Written: ${names.join(', ')}\n`);
  }
  if (taught?.failed) throw taught.failed;
  // With --all, every project that can be written is; that some could not is an answer, too.
  const isRefused = flags.apply === true && report.projects.some((project) => project.refusals.length > 0);
  here.exitCode = report.projects.length === 0 || isRefused ? 1 : 0;
}

/** Whether this command line or the user's own configuration says who is to explain cases. */
async function namesTeacher({ teacher, tokens, all, config, project }: LearnFlags, here: Host): Promise<boolean> {
  if (teacher !== undefined || tokens !== undefined) return true;
  if (all) return false;
  const explicit = config === undefined ? {} : { explicitPath: resolvePath(config, here) };
  const cwd = project === undefined ? here.cwd : resolvePath(project, here);
  const { own } = await loadConfig({ cwd, home: here.home, env: here.env, ...explicit });
  return own.teacher?.learn !== undefined;
}

async function read(request: LearnRequest, here: Host): Promise<LearnReport> {
  const progress = new Progress(here);
  const onProgress = (done: number, total: number) => progress.reading(done, total);
  return learn({ ...request, onProgress }).finally(() => progress.clear());
}

/** Whether files that are read in every project may be written as shown: needs an answer on a terminal, or `--yes`. */
async function mayWriteOwnFiles(flags: LearnFlags, here: Host): Promise<boolean> {
  if (!flags.user || !flags.apply) return false;
  if (flags.yes) return true;
  if (!canAsk(here) || flags.json) return false;
  const { everywhere } = await read({ ...requestOf(flags, here), apply: false }, here);
  if (!everywhere || everywhere.changes.length === 0) return false;
  const dialog = openDialog(here.stdin, here.stdout, here.env);
  const diffs = everywhere.changes.map(({ name, action, diff }) => ({ name, action, text: diff }));
  return askUserFiles(diffs, chooseCanvas(here.stdout, here), dialog).finally(() => dialog.close());
}

/** Adds to the report why the user's own files were not changed. */
function withUnwritten(report: LearnReport): LearnReport {
  if (!report.everywhere || report.everywhere.changes.length === 0) return report;
  return {
    ...report,
    notices: [...report.notices, 'Your own files were not written: answer yes in a terminal, or add --yes.'],
  };
}

async function renderReport(report: LearnReport, flags: LearnFlags, here: Host, isTaught: boolean): Promise<string> {
  const { viewLearn } = await import('./view.ts');
  const { viewNothingRead, viewReading } = await import('../views/reading-view.ts');
  const canvas = chooseCanvas(here.stdout, here);
  const options = {
    ...canvas,
    verbose: flags.verbose ?? false,
    hasVerbose: true,
    showsDiff: flags.diff === true,
    now: here.now,
    showsEverywhere: flags.user === true,
    isTaught,
    mostLessons: Math.max(3, Math.floor(12 / Math.max(1, report.projects.length))),
    isNarrowed: flags.since !== undefined || flags.until !== undefined,
    next: nextCommands(flags, here),
    folder: flags.all ? undefined : flags.project === undefined ? here.cwd : resolvePath(flags.project, here),
  };
  const body =
    report.projects.length === 0 ? viewNothingRead(report, { ...options, cwd: here.cwd }) : viewLearn(report, options);
  return flags.verbose ? `${body}\n${viewReading(report, canvas)}` : body;
}

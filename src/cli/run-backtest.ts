import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backtest } from '../backtest.ts';
import { DEFAULT_FOLDS } from '../proof/folds.ts';
import { anonymise } from '../redaction/anonymise.ts';
import { AppError } from '../shared/errors.ts';
import { readTextFile, writeTextFile } from '../shared/files.ts';
import type { BacktestFlags } from './commands/backtest.ts';
import { Progress } from './progress.ts';
import { requestOf } from './run-learn.ts';
import { printJson, resolvePath, surroundings } from './surroundings.ts';
import { REPORT_MARK, renderBacktest } from './views/backtest-markdown.ts';
import { viewBacktest } from './views/backtest-view.ts';
import { viewNothingRead } from './views/reading-view.ts';
import { chooseCanvas, showText } from './views/text.ts';

/** Runs `hardwon backtest`. */
export async function runBacktest(flags: BacktestFlags): Promise<void> {
  const here = surroundings();
  const { force, ...asked } = flags;
  const path = flags.report === undefined ? undefined : resolvePath(flags.report, here);
  // Before the work, which may take a while.
  if (path !== undefined) await checkReport(path, force ?? false);
  const progress = new Progress(process.stderr);
  const report = await backtest({
    ...requestOf(asked, here),
    choice: flags.split === undefined ? { folds: flags.folds ?? DEFAULT_FOLDS } : { split: flags.split },
    onProgress: (done, total) => progress.reading(done, total),
    onReplay: (done, total) => progress.replaying(done, total),
  }).finally(() => progress.clear());
  const canvas = chooseCanvas(process.stdout, here);
  if (flags.json) printJson(report);
  else if (report.projects.length === 0)
    process.stdout.write(viewNothingRead(report, { ...canvas, cwd: here.cwd, isNarrowed: false, command: 'backtest' }));
  else process.stdout.write(viewBacktest(report, { ...canvas, verbose: flags.verbose ?? false }));
  if (path !== undefined && report.projects.length > 0) {
    // A report may be passed on.
    await writeTextFile(path, anonymise(renderBacktest(report), { homes: [here.home] }));
    if (!flags.json) process.stdout.write(`\nWritten: ${showText(path, canvas.home)}\n`);
  }
  // That nothing could be measured is an answer, too.
  process.exitCode = report.projects.length === 0 || report.total.verdict !== 'measured' ? 1 : 0;
}

/** A file that is not such a report is somebody's work. */
async function checkReport(path: string, force: boolean): Promise<void> {
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory())
    throw new AppError('not-found', `There is no folder ${dirname(path)} to write the report to.`, {
      hint: 'Make it first, or name another file.',
    });
  const old = await readTextFile(path);
  if (old === undefined || old.text.trim() === '' || old.text.startsWith(REPORT_MARK) || force) return;
  throw new AppError('conflict', `${path} is there already, and is not a report of hardwon backtest.`, {
    hint: 'Name another file, or replace it with --force.',
  });
}

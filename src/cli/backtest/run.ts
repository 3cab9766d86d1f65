import { backtest } from '../../app/backtest/backtest.ts';
import { type Host, printJson, resolvePath } from '../../app/surroundings.ts';
import { DEFAULT_FOLDS } from '../../proof/folds.ts';
import { anonymise } from '../../redaction/anonymise.ts';
import { writeTextFile } from '../../shared/files.ts';
import { Progress } from '../progress.ts';
import { checkReportFile } from '../report/check-file.ts';
import { requestOf } from '../session-request.ts';
import { viewNothingRead } from '../views/reading-view.ts';
import { chooseCanvas, showText } from '../views/text.ts';
import type { BacktestFlags } from './command.ts';
import { REPORT_MARK, renderBacktest } from './markdown.ts';
import { viewBacktest } from './view.ts';

/** Runs `hardwon backtest`. */
export async function runBacktest(flags: BacktestFlags, here: Host): Promise<void> {
  const { force, ...asked } = flags;
  const path = flags.report === undefined ? undefined : resolvePath(flags.report, here);
  // Checked before the work, which may take a while.
  if (path !== undefined) await checkReportFile(path, REPORT_MARK, force ?? false, 'a report of hardwon backtest');
  const progress = new Progress(here);
  const report = await backtest({
    ...requestOf(asked, here),
    choice: flags.split === undefined ? { folds: flags.folds ?? DEFAULT_FOLDS } : { split: flags.split },
    onProgress: (done, total) => progress.reading(done, total),
    onReplay: (done, total) => progress.replaying(done, total),
  }).finally(() => progress.clear());
  const canvas = chooseCanvas(here.stdout, here);
  if (flags.json) printJson(here, report);
  else if (report.projects.length === 0)
    here.stdout.write(viewNothingRead(report, { ...canvas, cwd: here.cwd, isNarrowed: false, command: 'backtest' }));
  else here.stdout.write(viewBacktest(report, { ...canvas, verbose: flags.verbose ?? false }));
  if (path !== undefined && report.projects.length > 0) {
    // A report may be passed on to others.
    await writeTextFile(path, anonymise(renderBacktest(report), { homes: [here.home] }));
    if (!flags.json) here.stdout.write(`\nWritten: ${showText(path, canvas.home)}\n`);
  }
  // A result that nothing could be measured is an answer, too.
  here.exitCode = report.projects.length === 0 || report.total.verdict !== 'measured' ? 1 : 0;
}
